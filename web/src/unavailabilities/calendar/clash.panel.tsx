import type { Clash } from '@cartage/contract/unavailabilities/app/calendar'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck2 } from '../../ui/icons.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Period } from '../period.tsx'
import { UnavailabilityReason } from '../reason.labels.tsx'

/** Unavailabilities that overlap unfinished trips. */
export function ClashPanel({
  clashes,
  openId,
  onClose,
  onShow,
}: {
  clashes: readonly Clash[]
  /** Id of the open unavailability. */
  openId: string | undefined
  onClose: () => void
  onShow: (clash: Clash) => void
}) {
  const { t } = useLingui()
  return (
    <SidePanel label={t`Conflicts`} title={<Trans>Conflicts</Trans>} onClose={onClose}>
      {clashes.length === 0 ? (
        <EmptyState
          icon={CalendarCheck2}
          title={t`No conflicts`}
          text={t`No resource is planned on a trip while unavailable in this period.`}
        />
      ) : (
        <ul className="py-1">
          {clashes.map((clash) => (
            <li key={`${clash.unavailability_id}-${clash.trip_id}`} className="border-b border-line py-2">
              <button
                type="button"
                className="-mx-2 block w-[calc(100%+16px)] rounded-md px-2 py-1 text-left hover:bg-hover aria-[current=true]:bg-pressed"
                aria-current={clash.unavailability_id === openId}
                onClick={() => onShow(clash)}
              >
                <span className="flex items-center gap-2 pb-1">
                  <span className="min-w-0 flex-1 truncate font-medium">{clash.resource_name}</span>
                  <UnavailabilityReason reason={clash.reason} />
                </span>
                <span className="block text-ink-2">
                  <Trans>Trip {clash.trip_name}</Trans>
                </span>
                <span className="block text-[12px] text-ink-3">
                  <Period startsAt={clash.from} endsAt={clash.to} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  )
}
