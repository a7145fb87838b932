import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FenceLine } from '../locations/fence-line.tsx'
import { type ChosenLocation, LocationChoice } from '../locations/location-choice.tsx'
import type { LatLon } from '../map/geometry.ts'
import { IconButton } from '../ui/button.tsx'
import { X } from '../ui/icons.tsx'
import { Properties } from '../ui/properties/properties.tsx'
import type { Places } from './use-places.ts'

interface PlacesPanelProps {
  places: Places
  /** Called when a location is selected; the map moves there if its coordinates are known. */
  onSelect: (id: string | undefined, at?: LatLon) => void
  onClose: () => void
}

/** Locations with their geofences: selected on the map, in the list or by name. */
export function PlacesPanel({ places, onSelect, onClose }: PlacesPanelProps) {
  const { t } = useLingui()
  const { selected } = places
  return (
    <aside
      aria-label={t`Locations`}
      className="flex max-h-full w-[312px] flex-col rounded-xl bg-surface shadow-pop max-sm:w-full"
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-[15px] font-semibold">
          {selected ? (
            <Link
              to="/locations/$locationId"
              params={{ locationId: selected.id }}
              className="underline-offset-2 hover:underline"
            >
              {selected.name}
            </Link>
          ) : (
            <Trans>Locations</Trans>
          )}
        </h2>
        <IconButton icon={X} label={t`Close`} onClick={onClose} />
      </div>
      <div className="grid grid-cols-1 gap-3 overflow-y-auto px-4 py-3">
        <LocationChoice
          label={t`Find location`}
          value={selected ?? null}
          onChange={(chosen: (ChosenLocation & Partial<Nullable<LatLon>>) | null) =>
            onSelect(chosen?.id, placeOf(chosen))
          }
          isMissing={false}
        />
        {selected ? <Edited places={places} /> : <InSight places={places} onSelect={onSelect} />}
      </div>
    </aside>
  )
}

type Nullable<Members> = { [Key in keyof Members]: Members[Key] | null }

function placeOf(chosen: Partial<Nullable<LatLon>> | null): LatLon | undefined {
  const { latitude, longitude } = chosen ?? {}
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}

/** The radius as a number, for users who do not drag. */
function Edited({ places: { selected, mayEdit } }: Pick<PlacesPanelProps, 'places'>) {
  return (
    <>
      <Properties>
        <FenceLine locationId={selected!.id} isEditable={mayEdit} />
      </Properties>
      <p className="text-[12px] text-ink-3">
        {mayEdit ? (
          <Trans>Vehicles in the circle count as arrived. Drag its edge to change the radius.</Trans>
        ) : (
          <Trans>Vehicles in the circle count as arrived.</Trans>
        )}
      </p>
    </>
  )
}

function InSight({ places, onSelect }: Pick<PlacesPanelProps, 'places' | 'onSelect'>) {
  const { i18n } = useLingui()
  const { isFar, items, isCut } = places
  if (isFar) {
    return (
      <p className="text-ink-3">
        <Trans>Zoom in to see locations.</Trans>
      </p>
    )
  }
  if (items.length === 0) {
    return (
      <p className="text-ink-3">
        <Trans>No locations with exact coordinates here.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul>
        {items.map(({ location_id, name, city, radius_m, ...place }) => (
          <li key={location_id}>
            <button
              type="button"
              className="flex min-h-8 w-full items-baseline gap-2 rounded-md px-1 py-1 text-left hover:bg-hover"
              onClick={() => onSelect(location_id, place)}
            >
              <span className="min-w-0 flex-1 truncate">{name ?? city}</span>
              <span className="tnum shrink-0 text-[12px] text-ink-3">{i18n.number(radius_m)} m</span>
            </button>
          </li>
        ))}
      </ul>
      {isCut && (
        <p className="text-[12px] text-ink-3">
          <Trans>There are more: zoom in.</Trans>
        </p>
      )}
    </>
  )
}
