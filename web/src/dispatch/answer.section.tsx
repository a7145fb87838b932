import type { CarrierStanding, TripAnswer } from '@cartage/contract/dispatch/app/answers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Link2, Phone } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { When } from '../ui/time/when.tsx'
import { CarrierStateBadge } from './carrier-state.tsx'
import { tripAnswerQuery } from './queries.ts'

// Loaded when they are opened.
const CarrierLinkDialog = lazy(async () => ({
  default: (await import('../links/carrier-link.dialog.tsx')).CarrierLinkDialog,
}))
const AnswerDialog = lazy(async () => ({ default: (await import('./answer.dialog.tsx')).AnswerDialog }))

/** Carrier's answer to a trip, its links, and recording an answer by telephone; nothing without a carrier. */
export function AnswerSection({ tripId, hasStarted }: { tripId: string; hasStarted: boolean }) {
  const { t } = useLingui()
  const mayWrite = usePermission('dispatch.write')
  const { data } = useQuery(tripAnswerQuery(tripId))
  const [opened, setOpened] = useState<'link' | 'answer' | undefined>(undefined)
  const standing = data?.standing
  if (!standing) return null
  const close = () => setOpened(undefined)
  return (
    <section aria-label={t`Answer of the carrier`} className="max-w-[960px] px-4 pt-4">
      <div className="flex min-h-12 flex-wrap items-center gap-3 rounded-lg border border-line px-3 py-2">
        <h2 className="font-semibold">{standing.company_name}</h2>
        <CarrierStateBadge state={standing.state} is_overdue={standing.is_overdue} />
        <Details standing={standing} />
        {mayWrite && (
          <span className="ml-auto flex gap-1">
            {standing.can_answer && (
              <Button variant="ghost" icon={Phone} onClick={() => setOpened('answer')}>
                <Trans>Enter answer…</Trans>
              </Button>
            )}
            <Button icon={Link2} onClick={() => setOpened('link')}>
              <Trans>Carrier link…</Trans>
            </Button>
          </span>
        )}
      </div>
      <LateDialog>
        {opened === 'link' && <CarrierLinkDialog tripId={tripId} onClose={close} />}
        {opened === 'answer' && (
          <AnswerDialog
            tripId={tripId}
            company={standing.company_name}
            answer={standing.answer}
            hasStarted={hasStarted}
            onClose={close}
          />
        )}
      </LateDialog>
    </section>
  )
}

/** Plate, driver or reason with its author; the deadline while unanswered. */
function Details({ standing: { state, answer, answer_by } }: { standing: CarrierStanding }) {
  if (answer !== null) return <Answered answer={answer} />
  if (state !== 'SILENT' || answer_by === null) return null
  return (
    <span className="text-ink-2">
      <Trans>
        Answer by <When instant={answer_by} />
      </Trans>
    </span>
  )
}

function Answered({ answer }: { answer: TripAnswer }) {
  const { plate, driver_name, reason, answered_by, answered_through, answered_at } = answer
  const facts = [plate, driver_name, reason].filter(Boolean).join(' · ')
  return (
    <span className="min-w-0 text-ink-2">
      {facts !== '' && <span className="text-ink">{facts} · </span>}
      {answered_through === 'LINK' ? <Trans>by link</Trans> : <Trans>entered by a planner</Trans>}
      {answered_by !== null && ` (${answered_by})`} <When instant={answered_at} />
    </span>
  )
}
