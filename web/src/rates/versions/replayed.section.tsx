import { Plural, Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { dayOf } from '../../ui/time/day-input.ts'
import { ReplayProgress, ReplaySummary } from '../replay/replay-summary.tsx'
import { mostReplayed, useReplay } from '../replay/use-replay.ts'

/** Number of days whose orders or trips are priced before publishing a card. */
const days = 28

/** Prices of the last weeks' orders or trips with the draft. Publishing need not wait for them. */
export function ReplayedSection({ rateRecordId }: { rateRecordId: string }) {
  const { state, start } = useReplay(rateRecordId)
  const run = () => {
    const now = Date.now()
    void start({ from: dayOf(now - days * 86_400_000), to: dayOf(now), company_ids: [] })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(run, [rateRecordId])
  if (!state) return null
  const { items, total, isRunning, error } = state
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">
        <Trans>Replay of the last {days} days</Trans>
      </h3>
      {error !== null && <ErrorPanel {...failureOf(error)} onRetry={run} />}
      {isRunning && <ReplayProgress done={items.length} total={Math.min(total, mostReplayed)} />}
      {!isRunning && error === null && (
        <p className="text-ink-2">
          <Plural value={items.length} _0="Nothing was carried." one="# price compared." other="# prices compared." />
        </p>
      )}
      <ReplaySummary items={items} />
    </section>
  )
}
