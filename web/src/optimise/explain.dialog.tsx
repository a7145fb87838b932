import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../records/loaded.tsx'
import { DistanceMark } from '../trips/stops/eta-mark.tsx'
import { CircleAlert, CircleCheck, TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { combinationText } from './combination-text.tsx'
import { explanationQuery } from './queries.ts'

const icons = { OK: CircleCheck, SOFT: TriangleAlert, HARD: CircleAlert } as const
const colours = { OK: 'text-green', SOFT: 'text-amber', HARD: 'text-red' } as const

/** Why an order is on a combination or not: each combination with the verdict's reasons against the order. */
export function ExplainDialog({
  runId,
  order,
  onClose,
}: {
  runId: string
  order: { order_id: string; order_number: string }
  onClose: () => void
}) {
  const { t } = useLingui()
  const query = useQuery(explanationQuery(runId, order.order_id))
  return (
    <Dialog isOpen onClose={onClose} className="w-[640px]" title={t`Combinations for ${order.order_number}`}>
      <Loaded query={query}>
        {({ combinations }) => (
          <ul>
            {combinations.map(
              ({ combination, resources, is_suggested, verdict, extra_km, extra_is_estimated, reasons }) => {
                const Icon = icons[verdict]
                return (
                  <li key={combination} className="border-b border-line py-2 last:border-b-0">
                    <p className="flex items-center gap-2 font-medium">
                      <Icon size={14} aria-hidden="true" className={colours[verdict]} />
                      <span className="flex-1">{combinationText(resources)}</span>
                      <span className="tnum text-ink-2">
                        {is_suggested && <Trans>Suggested</Trans>}
                        {!is_suggested && extra_km !== null && <Trans>{Math.round(extra_km)} km more</Trans>}
                        <DistanceMark isEstimated={extra_is_estimated} />
                        {!is_suggested && extra_km === null && <Trans>Not possible</Trans>}
                      </span>
                    </p>
                    {reasons.map(({ code, message, stop_id }) => (
                      <p key={`${code} ${stop_id}`} className="pl-6 text-ink-2">
                        {message}
                      </p>
                    ))}
                  </li>
                )
              },
            )}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
