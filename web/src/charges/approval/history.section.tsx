import type { ChargeEvidence } from '@cartage/contract/charges/app/evidence'
import { useLingui } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'
import { useActor } from '../../records/actor.ts'
import { useLabels } from '../../records/code-labels.ts'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { When } from '../../ui/time/when.tsx'
import { approvalLabels, chargeStatusLabels } from '../labels.tsx'

/** Decisions about a charge, latest first. */
export function HistorySection({ history, currency }: { history: ChargeEvidence['history']; currency: string }) {
  const { t } = useLingui()
  const actorOf = useActor()
  const approvalOf = useLabels(approvalLabels)
  const statusOf = useLabels(chargeStatusLabels)
  if (history.length === 0) return null
  return (
    <Section title={t`History`}>
      <ul className="grid gap-2">
        {history.map(({ at, by, approval, status, amount, comment }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of one moment differ by their place alone
          <li key={`${at} ${index}`}>
            <p className="flex flex-wrap gap-x-2 font-medium">
              {approval !== null && <span>{approvalOf(approval)}</span>}
              {status !== null && <span>{statusOf(status)}</span>}
              {amount !== null && <Amount amount={amount} currency={currency} />}
              {approval === null && status === null && amount === null && <span>{t`Updated`}</span>}
            </p>
            {comment !== null && <p className="text-ink-2 [overflow-wrap:anywhere]">{comment}</p>}
            <p className="text-[12px] text-ink-3">
              {actorOf(by) ?? t`Rating`} · <When instant={at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
