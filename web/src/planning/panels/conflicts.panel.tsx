import type { PlanReason } from '@cartage/contract/planning/app/commands'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleX, TriangleAlert } from '../../ui/icons.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import type { BoardModel } from '../rows.ts'

/** Everything that is wrong with the plan of these days, errors first. */
export function ConflictsPanel({
  conflicts,
  model,
  onClose,
  onShow,
}: {
  conflicts: readonly PlanReason[]
  model: BoardModel
  onClose: () => void
  onShow: (tripId: string) => void
}) {
  const { t } = useLingui()
  const shown = conflicts.toSorted((one, other) => rank(one) - rank(other))
  return (
    <SidePanel label={t`Conflicts`} title={t`Conflicts`} onClose={onClose}>
      {shown.length === 0 ? (
        <p className="py-3 text-ink-3">
          <Trans>No conflicts in these days.</Trans>
        </p>
      ) : (
        <ul className="py-2">
          {shown.map((reason, at) => {
            const isHard = reason.severity === 'HARD'
            const Icon = isHard ? CircleX : TriangleAlert
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: reasons have no name, and the list is drawn as a whole
              <li key={at}>
                <button
                  type="button"
                  className="flex w-full gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
                  onClick={() => onShow(reason.trip_id)}
                >
                  <Icon
                    size={14}
                    className={isHard ? 'mt-0.5 shrink-0 text-red' : 'mt-0.5 shrink-0 text-amber'}
                    aria-label={isHard ? t`Error` : t`Warning`}
                  />
                  <span className="min-w-0">
                    <span className="block font-medium">{model.trips.get(reason.trip_id)?.name}</span>
                    <span className="block text-ink-2">{reason.message}</span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </SidePanel>
  )
}

function rank({ severity }: PlanReason): number {
  return severity === 'HARD' ? 0 : 1
}
