import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import type { MapContent } from '../map/drawing.ts'
import { boundsOf, type LatLon } from '../map/geometry.ts'
import type { MapControls } from '../map/map-part.tsx'
import { groupsQuery } from '../records/resource.queries.ts'
import { type Command, useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { IconButton } from '../ui/button.tsx'
import { Layers, MapIcon } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { RelativeTime, useNow } from '../ui/time/relative-time.tsx'
import type { MapSearch } from './address.ts'
import { PlacesPanel } from './places.panel.tsx'
import { useVehicles } from './queries.ts'
import { useStateBadges } from './state.labels.tsx'
import { type VehicleState, vehicleStates } from './states.ts'
import { type Places, usePlaces } from './use-places.ts'
import { useSelectedTrip } from './use-selected-trip.ts'
import { VehiclePanel } from './vehicle.panel.tsx'
import { VehiclesList } from './vehicles.list.tsx'
import { countStates, foundVehicles, inListOrder, type LiveVehicle, liveVehicles, markOf } from './vehicles.ts'

// The map loads after the list, which has the same information.
const MapPart = lazy(async () => ({ default: (await import('../map/map-part.tsx')).MapPart }))

const route = getRouteApi('/shell/map')

/** Space that the list and card cover on the map. */
const padding = { left: 340, right: 60, top: 40, bottom: 60 }

/** Live positions of vehicles. */
export function MapPage() {
  const { t } = useLingui()
  usePageTitle(t`Live map`)
  const search = route.useSearch()
  const change = useSearchChange()
  const { query, all, found, shown } = useFleet(search)
  if (query.error !== null && query.data === undefined) {
    return (
      <>
        <PageHeader title={t`Live map`} />
        <div className="p-4">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t`Live map`} actions={<Freshness at={query.dataUpdatedAt} isFailing={query.error !== null} />}>
        <States counts={countStates(found)} chosen={search.status} onChange={(status) => change({ status })} />
      </PageHeader>
      {query.data !== undefined && all.length === 0 ? (
        <NoPositions />
      ) : (
        <Fleet {...{ search, change, all, shown }} isLoading={query.data === undefined} />
      )}
    </>
  )
}

interface FleetProps {
  search: MapSearch
  change: Change
  all: readonly LiveVehicle[]
  shown: readonly LiveVehicle[]
  isLoading: boolean
}

/** Map with the list and the card on top. */
function Fleet({ search, change, all, shown, isLoading }: FleetProps) {
  const { t } = useLingui()
  const controls = useRef<MapControls>(null)
  const [isFollowed, setIsFollowed] = useState(false)
  const selected = all.find(({ id }) => id === search.vehicle)
  const trip = useSelectedTrip(selected)
  const places = usePlaces(search)
  const select = useCallback(
    (vehicle: string | undefined) => {
      setIsFollowed(false)
      change({ vehicle })
    },
    [change],
  )
  const chooseInList = (id: string) => {
    select(id)
    const live = all.find((one) => one.id === id)
    if (live) controls.current?.centre(live.vehicle.position)
  }
  useFollowed(controls, isFollowed ? selected : undefined)
  const togglePlaces = useCallback(
    () => change({ places: places.isShown ? undefined : 'shown', location: undefined, vehicle: undefined }),
    [change, places.isShown],
  )
  useMapKeys(controls, select, selected !== undefined, togglePlaces)
  const content = useContent(shown, selected?.id, { ...trip, places: places.content })
  const bounds = useMemo(() => boundsOf(shown.map(({ vehicle }) => vehicle.position)), [shown])
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="absolute inset-0">
        <Suspense>
          <MapPart
            label={t`Map of vehicles`}
            content={content}
            bounds={bounds}
            padding={padding}
            controls={controls}
            hasKeys
            onSelect={select}
            onArea={places.isShown ? (location) => change({ location, vehicle: undefined }) : undefined}
            onSight={places.onSight}
            onRadius={places.onRadius}
          >
            <PlacesSwitch isShown={places.isShown} onToggle={togglePlaces} />
          </MapPart>
        </Suspense>
      </div>
      <section
        aria-label={t`Vehicles`}
        className="relative m-3 flex w-[300px] shrink-0 flex-col self-stretch overflow-hidden rounded-xl bg-surface shadow-pop max-sm:m-2 max-sm:w-[calc(100%-16px)] max-sm:self-end max-sm:h-1/2"
      >
        <ListHead search={search} change={change} count={shown.length} />
        {isLoading ? (
          <LoadingRows />
        ) : shown.length === 0 ? (
          <EmptyState icon={MapIcon} title={t`No results`} text={t`No vehicle matches all filters.`} />
        ) : (
          <VehiclesList vehicles={shown} selectedId={selected?.id} onSelect={chooseInList} />
        )}
      </section>
      <Side
        places={places}
        onPlace={(location, at) => {
          change({ location })
          if (at) controls.current?.centre(at, 13)
        }}
        onPlaces={() => change(search.location === undefined ? { places: undefined } : { location: undefined })}
        vehicle={
          selected && {
            live: selected,
            stops: trip.stops,
            isFollowed,
            onFollow: () => setIsFollowed(!isFollowed),
            onClose: () => select(undefined),
          }
        }
      />
    </div>
  )
}

/** Map content; the same object while nothing has changed. */
function useContent(
  shown: readonly LiveVehicle[],
  selectedId: string | undefined,
  { content: trip, places }: { content: MapContent; places: Places['content'] },
): MapContent {
  const marks = useMemo(() => shown.map(markOf), [shown])
  return useMemo(() => ({ marks, selectedId, ...trip, ...places }), [marks, selectedId, trip, places])
}

/** Card of the selected vehicle, otherwise the locations if they are shown. */
function Side({
  places,
  onPlace,
  onPlaces,
  vehicle,
}: {
  places: Places
  onPlace: (id: string | undefined, at?: LatLon) => void
  onPlaces: () => void
  vehicle: ComponentProps<typeof VehiclePanel> | undefined
}) {
  if (!vehicle && !places.isShown) return null
  return (
    <div
      className={`absolute top-3 right-3 flex items-start max-sm:inset-2 max-sm:bottom-auto ${vehicle ? 'bottom-3' : 'bottom-44'}`}
    >
      {vehicle ? <VehiclePanel {...vehicle} /> : <PlacesPanel places={places} onSelect={onPlace} onClose={onPlaces} />}
    </div>
  )
}

/** Shows or hides locations on the map. */
function PlacesSwitch({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useLingui()
  return (
    <div className="rounded-lg bg-surface p-0.5 shadow-pop">
      <IconButton
        icon={Layers}
        label={t`Locations`}
        keys="shift+l"
        aria-pressed={isShown}
        className="aria-pressed:bg-pressed"
        onClick={onToggle}
      />
    </div>
  )
}

function LoadingRows() {
  return (
    <div className="grid gap-4 p-3" aria-busy="true">
      {['w-2/3', 'w-1/2', 'w-3/5', 'w-1/3', 'w-2/5'].map((width) => (
        <div key={width} className={`skeleton h-4 ${width}`} />
      ))}
    </div>
  )
}

type Change = (members: Partial<MapSearch>) => void

function useSearchChange(): Change {
  const navigate = useNavigate()
  return useCallback(
    (members) =>
      void navigate({ from: '/map', to: '/map', search: (before) => ({ ...before, ...members }), replace: true }),
    [navigate],
  )
}

const none: readonly never[] = []

/** Vehicles for the page, filtered and sorted. */
function useFleet({ q, group, status }: MapSearch) {
  const now = useNow().getTime()
  const query = useVehicles()
  const items = query.data?.items ?? none
  const known = useRef<ReadonlyMap<string, LiveVehicle>>(new Map())
  const all = useMemo(() => liveVehicles(items, now, known.current), [items, now])
  useEffect(() => {
    known.current = new Map(all.map((live) => [live.id, live]))
  }, [all])
  const found = useMemo(() => foundVehicles(all, { q, group }), [all, q, group])
  const shown = useMemo(
    () => inListOrder(status === undefined ? found : found.filter(({ state }) => state === status)),
    [found, status],
  )
  return { query, all, found, shown }
}

/** Keeps the map centred on the followed vehicle. */
function useFollowed(controls: React.RefObject<MapControls | null>, followed: LiveVehicle | undefined): void {
  const position = followed?.vehicle.position
  useEffect(() => {
    if (position) controls.current?.centre(position, 9)
  }, [controls, position])
}

function useMapKeys(
  controls: React.RefObject<MapControls | null>,
  select: (id: undefined) => void,
  isOpen: boolean,
  toggle: () => void,
): void {
  const { t } = useLingui()
  const commands = useMemo((): Command[] => {
    const on = (run: (map: MapControls) => void) => () => {
      if (controls.current) run(controls.current)
    }
    return [
      { id: 'map-fit', title: t`Show all vehicles`, keys: 'f', run: on((map) => map.fit()) },
      { id: 'map-in', title: t`Zoom in`, keys: '+', run: on((map) => map.zoomBy(1)) },
      { id: 'map-out', title: t`Zoom out`, keys: '-', run: on((map) => map.zoomBy(-1)) },
      { id: 'map-left', title: t`Move the map left`, keys: 'shift+arrowleft', run: on((map) => map.panBy(-120, 0)) },
      { id: 'map-right', title: t`Move the map right`, keys: 'shift+arrowright', run: on((map) => map.panBy(120, 0)) },
      { id: 'map-up', title: t`Move the map up`, keys: 'shift+arrowup', run: on((map) => map.panBy(0, -120)) },
      { id: 'map-down', title: t`Move the map down`, keys: 'shift+arrowdown', run: on((map) => map.panBy(0, 120)) },
      { id: 'map-places', title: t`Show locations`, keys: 'shift+l', run: toggle },
      ...(isOpen ? [{ id: 'map-close', title: t`Close`, keys: 'escape', run: () => select(undefined) }] : []),
    ]
  }, [t, controls, select, isOpen, toggle])
  useCommands(commands)
}

function ListHead({ search, change, count }: { search: MapSearch; change: Change; count: number }) {
  const { t, i18n } = useLingui()
  const groups = useQuery(groupsQuery).data ?? []
  return (
    <div className="flex shrink-0 items-center gap-1 border-b border-line p-2">
      <SearchField
        value={search.q ?? ''}
        onChange={(q) => change({ q: q || undefined })}
        placeholder={t`Plate, driver, trip…`}
      />
      <FilterMenu
        title={t`Group`}
        facets={groups.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={search.group === undefined ? [] : [search.group]}
        onChange={(chosen) => change({ group: chosen.at(-1) })}
      />
      <span className="tnum px-1 text-[12px] text-ink-3" aria-hidden="true">
        {i18n.number(count)}
      </span>
      <span className="sr-only">
        <Plural value={count} one="# vehicle" other="# vehicles" />
      </span>
    </div>
  )
}

/** Vehicle counts by state; a press filters by that state. */
function States({
  counts,
  chosen,
  onChange,
}: {
  counts: Readonly<Record<VehicleState, number>>
  chosen: VehicleState | undefined
  onChange: (state: VehicleState | undefined) => void
}) {
  const { i18n } = useLingui()
  const badges = useStateBadges()
  return vehicleStates.map((state) => {
    const { word, tone, icon: Icon } = badges[state]
    return (
      <button
        key={state}
        type="button"
        aria-pressed={chosen === state}
        className="btn btn-ghost px-1.5 aria-pressed:bg-pressed"
        onClick={() => onChange(chosen === state ? undefined : state)}
      >
        <span className={`badge tone-${tone}`}>
          <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
          {word}
        </span>
        <span className="tnum text-ink-2">{i18n.number(counts[state])}</span>
      </button>
    )
  })
}

/** Time of the last refresh. */
function Freshness({ at, isFailing }: { at: number; isFailing: boolean }) {
  if (at === 0) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-2">
      <span className={`size-2 rounded-full ${isFailing ? 'bg-amber' : 'bg-green'}`} aria-hidden="true" />
      {isFailing ? (
        <span>
          <Trans>Not updated since</Trans> <RelativeTime instant={new Date(at).toISOString()} />
        </span>
      ) : (
        <Trans>Live</Trans>
      )}
    </span>
  )
}

function NoPositions() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={MapIcon}
      title={t`No positions yet`}
      text={t`Connect your telematics: create webhook credentials and send positions to the tracking webhook. Vehicles appear here with their first position.`}
    />
  )
}
