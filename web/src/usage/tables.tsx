import type { Usage, UsagePoint } from '@cartage/contract/usage/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { LogTime } from '../ui/time/log-time.tsx'

/** The chart as a table, for screen readers and exact numbers. */
export function Twin({ points }: { points: readonly UsagePoint[] }) {
  const { t } = useLingui()
  return (
    <details className="pt-1">
      <summary className="w-fit cursor-default rounded-sm text-[12px] text-ink-2 hover:text-ink">
        <Trans>Show table</Trans>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="mt-2 max-h-64 overflow-y-auto" tabIndex={0} aria-label={t`Requests over time`}>
        <table className="w-80 text-left">
          <caption className="sr-only">
            <Trans>Requests over time, without empty periods</Trans>
          </caption>
          <thead className="text-[12px] text-ink-2">
            <tr>
              <th scope="col" className="font-medium">{t`Time`}</th>
              <th scope="col" className="text-right font-medium">{t`Allowed`}</th>
              <th scope="col" className="text-right font-medium">
                {t({ message: 'Rejected', context: 'calls' })}
              </th>
            </tr>
          </thead>
          <tbody className="tnum">
            {points.toReversed().map((point) => (
              <tr key={point.at}>
                <td>
                  <LogTime instant={point.at} />
                </td>
                <td className="text-right">{point.admitted}</td>
                <td className={`text-right ${point.refused > 0 ? 'text-red' : ''}`}>{point.refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** The clients or operations with the most requests. */
export function Shares({ title, rows, isCode = false }: { title: string; rows: Usage['paths']; isCode?: boolean }) {
  const { t, i18n } = useLingui()
  const largest = Math.max(1, ...rows.map((row) => row.admitted + row.refused))
  return (
    <section className="min-w-0 border-line px-4 py-3 xl:not-last:border-r" aria-label={title}>
      <h2 className="pb-1 font-semibold">{title}</h2>
      {rows.length === 0 && (
        <p className="text-ink-3">
          <Trans>No requests in this period.</Trans>
        </p>
      )}
      {rows.length > 0 && (
        <table className="w-full table-fixed text-left">
          <thead className="text-[12px] text-ink-2">
            <tr className="h-7">
              <th scope="col" className="font-medium">{t`Name`}</th>
              <th scope="col" className="w-24 text-right font-medium">{t`Allowed`}</th>
              <th scope="col" className="w-20 text-right font-medium">
                {t({ message: 'Rejected', context: 'calls' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} className="h-8 border-t border-line">
                <td className="relative truncate pr-2" title={row.name}>
                  <span
                    className="absolute inset-y-1 left-0 rounded-sm bg-brand-soft"
                    style={{ width: `${((row.admitted + row.refused) / largest) * 100}%` }}
                    aria-hidden="true"
                  />
                  <span className={`relative pl-1.5 ${isCode ? 'font-mono text-[11.5px]' : ''}`}>{row.name}</span>
                </td>
                <td className="tnum text-right">{i18n.number(row.admitted)}</td>
                <td className={`tnum text-right ${row.refused > 0 ? 'font-medium text-red' : 'text-ink-3'}`}>
                  {i18n.number(row.refused)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
