import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../../api/failure.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { orderHistoryQuery } from '../order.queries.ts'
import type { EntryForm } from './form-model.ts'
import { type Typed, typedTexts } from './merge-forms.ts'

/** Label of a field. */
type NameOf = (field: string) => string

/** Another user changed the order meanwhile: who and when, with a link to the current order. */
export function ConflictNotice({
  orderId,
  before,
  nameOf,
  getTyped,
  onReload,
}: {
  orderId: string
  nameOf: NameOf
  getTyped: () => EntryForm
  /** The order as it was opened. */
  before: EntryForm
  /** Shows the current order with the typed input merged in. */
  onReload: (typed: EntryForm) => Promise<void>
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const latest = useQuery({ ...orderHistoryQuery(orderId), staleTime: 0 }).data?.items[0]
  const who = latest?.actor.name ?? t`Someone else`
  const reload = useMutation({
    mutationFn: () => onReload(getTyped()),
    onError: (error) => toasts.failed(failureOf(error)),
  })
  return (
    <div role="alert" className="flex flex-wrap items-start gap-2 border-b border-red-line bg-red-soft px-5 py-2.5">
      <TriangleAlert size={14} className="mt-0.5 shrink-0 text-red" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-red">
          <Trans>Not saved</Trans>
        </p>
        <p>
          {latest && (
            <Trans>
              {who} changed this order <RelativeTime instant={latest.at} />, after you opened it.
            </Trans>
          )}{' '}
          <Trans>Load it again: what you typed is put into it.</Trans>
        </p>
      </div>
      <CopyTyped typed={typedTexts(before, getTyped())} nameOf={nameOf} />
      <Button variant="brand" isBusy={reload.isPending} onClick={() => reload.mutate()}>
        <Trans>Load again</Trans>
      </Button>
    </div>
  )
}

/** Typed input missing from the reloaded order, because the other user changed the same fields. */
export function UnkeptNotice({ unkept, nameOf }: { unkept: readonly Typed[]; nameOf: NameOf }) {
  if (unkept.length === 0) {
    return (
      <p role="status" className="border-b border-line bg-sunken px-5 py-2">
        <Trans>The order as it is now, with what you typed. Check it and save.</Trans>
      </p>
    )
  }
  return (
    <div role="status" className="flex items-start gap-2 border-b border-line bg-amber-soft px-5 py-2">
      <TriangleAlert size={14} className="mt-0.5 shrink-0 text-amber" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <Trans>Someone else changed these fields too. You typed:</Trans>
        </p>
        <ul>
          {unkept.map(({ field, text }) => (
            <li key={field} className="[overflow-wrap:anywhere]">
              {nameOf(field)}: {text}
            </li>
          ))}
        </ul>
      </div>
      <CopyTyped typed={unkept} nameOf={nameOf} />
    </div>
  )
}

function CopyTyped({ typed, nameOf }: { typed: readonly Typed[]; nameOf: NameOf }) {
  const { t } = useLingui()
  if (typed.length === 0) return null
  return (
    <CopyButton
      text={typed.map(({ field, text }) => `${nameOf(field)}: ${text}`).join('\n')}
      label={t`Copy what you typed`}
    />
  )
}

/** Offers the draft left behind when the page was closed. */
export function DraftNotice({ at, onRestore, onDrop }: { at: string; onRestore: () => void; onDrop: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2 border-b border-line bg-sunken px-5 py-2">
      <span className="flex-1">
        <Trans>
          Unsaved draft, last changed <RelativeTime instant={at} />.
        </Trans>
      </span>
      <Button onClick={onRestore}>
        <Trans>Resume</Trans>
      </Button>
      <Button variant="ghost" onClick={onDrop}>
        <Trans>Discard</Trans>
      </Button>
    </div>
  )
}
