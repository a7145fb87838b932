import type { Usage } from '@cartage/contract/usage/app'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '../ui/class-names.ts'

/** Current usage of each window of the limit. */
export function WindowMeters({ usage }: { usage: Usage }) {
  const { t } = useLingui()
  if (usage.windows.length === 0) {
    return (
      <p className="border-b border-line px-4 py-3 text-ink-2">
        {usage.category === 'webhook' ? (
          <Trans>Webhooks: 50 requests per second for each credential.</Trans>
        ) : (
          <Trans>No limit for this organisation.</Trans>
        )}
      </p>
    )
  }
  return (
    <ul aria-label={t`Current limits`} className="grid grid-cols-3 border-b border-line">
      {usage.windows.map((window) => (
        <li key={window.seconds} className="border-r border-line px-4 py-3 last:border-r-0">
          <Meter {...window} />
        </li>
      ))}
    </ul>
  )
}

function Meter({ seconds, limit, used }: Usage['windows'][number]) {
  const { t, i18n } = useLingui()
  const part = Math.min(1, used / limit)
  const tone = part >= 1 ? 'bg-red' : part >= 0.8 ? 'bg-amber' : 'bg-brand'
  const name = useWindowName(seconds)
  return (
    <>
      <div className="flex items-baseline gap-2">
        <span className="flex-1 text-[12px] font-medium text-ink-2">{name}</span>
        <span className="tnum text-[12px] text-ink-3">
          <Trans>{i18n.number(Math.max(0, limit - used))} left</Trans>
        </span>
      </div>
      <p className="tnum pt-0.5 text-[20px] leading-7 font-semibold">
        {i18n.number(used)} <span className="text-[13px] font-normal text-ink-3">/ {i18n.number(limit)}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter in colours of their own */}
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={t`${used} of ${limit}`}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-pressed"
      >
        <div className={classNames('h-full rounded-full', tone)} style={{ width: `${part * 100}%` }} />
      </div>
    </>
  )
}

function useWindowName(seconds: number) {
  const { t } = useLingui()
  if (seconds < 60) return t`${plural(seconds, { one: 'Per second', other: 'Per # seconds' })}`
  if (seconds < 3_600) return t`${plural(seconds / 60, { one: 'Per minute', other: 'Per # minutes' })}`
  return t`${plural(seconds / 3_600, { one: 'Per hour', other: 'Per # hours' })}`
}
