import type { PortalState } from '@cartage/contract/doors/app/portal'
import { useLingui } from '@lingui/react/macro'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { ChevronLeft } from '../../ui/icons.tsx'
import { isMissing } from '../door.queries.ts'
import { DoorNotice } from '../kit/notice.tsx'
import { portalStateLabels } from './labels.ts'
import { addressOf, goTo, type Place } from './place.ts'

interface PlaceLinkProps {
  to: Place
  className?: string
  children: ReactNode
}

/** Link within the portal; can be opened in a new tab like any link. */
export function PlaceLink({ to, className, children }: PlaceLinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={addressOf(to)} className={className} onClick={follow}>
      {children}
    </a>
  )
}

/** Link back to the list. */
export function BackLink() {
  const { t } = useLingui()
  return (
    <PlaceLink
      to={{ at: 'list' }}
      className="-ml-2 inline-flex min-h-12 items-center gap-1 self-start px-2 font-medium text-brand"
    >
      <ChevronLeft size={20} aria-hidden="true" />
      {t`All orders`}
    </PlaceLink>
  )
}

/** Why an order cannot be shown. */
export function LoadFailure({ error }: { error: unknown }) {
  const { t } = useLingui()
  if (isMissing(error)) return <DoorNotice tone="grey" title={t`No orders found`} />
  return (
    <DoorNotice tone="red" title={t`The page could not be loaded.`} text={t`Check the connection and try again.`} />
  )
}

/** State of an order. */
export function StateTag({ state }: { state: PortalState }) {
  const { t } = useLingui()
  const { word, tone } = portalStateLabels[state]
  return (
    <span
      className={classNames('inline-block rounded-full px-3 py-1 text-[14px] font-semibold whitespace-nowrap', tone)}
    >
      {t(word)}
    </span>
  )
}

/** Titled section of a page. */
export function PortalCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="door-card grid content-start gap-3 p-4" aria-label={title}>
      <h2 className="text-[17px] font-semibold">{title}</h2>
      {children}
    </section>
  )
}
