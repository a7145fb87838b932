import type { AcceptedOptimisation } from '@cartage/contract/planning/app/optimise'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { openTrips, optimisationQuery } from '../../optimise/queries.ts'
import { useAccepting } from '../../optimise/use-accepting.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { Check } from '../../ui/icons.tsx'
import { MenuAt, MenuItem } from '../../ui/overlay/menu.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { dayOf } from '../../ui/time/day-input.ts'
import { useSteady } from '../../ui/use-steady.ts'
import type { BoardSearch } from '../address.ts'
import type { BoardGhosts, Sight } from '../grid/ghosts.ts'
import type { PoolOrder } from '../pool.ts'
import type { usePlan } from '../use-plan.ts'
import { boardGhosts, type GhostMenu } from './ghost-bars.tsx'
import { type Ghost, ghostsOf } from './ghosts.ts'
import { LeftOutSection } from './left-out.section.tsx'
import { RunState } from './run-state.tsx'
import { TripsSection } from './trips.section.tsx'

interface SuggestedProps {
  runId: string
  /** False while a trip or another panel is open: the suggested trips stay on the board. */
  isShown: boolean
  pool: readonly PoolOrder[]
  isReadOnly: boolean
  plan: Pick<ReturnType<typeof usePlan>, 'offerUndo' | 'follow'>
  change: (members: Partial<BoardSearch>) => void
  /** Assigns a vehicle manually to an order that was left out. */
  onPick: (order: PoolOrder) => void
  onGhosts: (ghosts: BoardGhosts | undefined) => void
}

/** Suggested trips of a run next to the board, which shows them as ghost bars. Accepts all, one or none. */
export function SuggestedPanel(props: SuggestedProps) {
  const { runId, isShown, isReadOnly, plan, change, onGhosts } = props
  const { t } = useLingui()
  const query = useQuery(optimisationQuery(runId))
  const run = query.data
  const [current, setCurrent] = useState<number>()
  const [sight, setSight] = useState<Sight>()
  const [menu, setMenu] = useState<GhostMenu>()
  const onAccepted = useOnAccepted(plan)
  const { accept, isBusy, questions } = useAccepting(runId, run?.trips ?? [], onAccepted)
  const open = run === undefined ? [] : openTrips(run).map(({ index }) => index)
  const { choose, ask } = useSteady({
    choose(index: number) {
      setCurrent(index)
      change({ open: undefined, side: undefined })
    },
    ask(asked: GhostMenu) {
      if (!isReadOnly) setMenu(asked)
    },
  })
  const ghosts = useMemo(() => (run === undefined ? [] : ghostsOf(run)), [run])
  const drawn = useMemo(
    () => boardGhosts(ghosts, current, sight, { choose, ask }),
    [ghosts, current, sight, choose, ask],
  )
  useEffect(() => {
    onGhosts(drawn)
    return () => onGhosts(undefined)
  }, [drawn, onGhosts])
  // Scrolls the board to the first suggested trip once they arrive, if its week is shown.
  const [first] = ghosts.toSorted((one, other) => one.start - other.start)
  useEffect(() => {
    if (sight === undefined && first !== undefined) setSight(sightOf(first))
  }, [sight, first])
  const close = useCallback(() => change({ run: undefined }), [change])
  const show = (ghost: Ghost) => {
    setCurrent(ghost.index)
    setSight(sightOf(ghost))
    change({ from: dayOf(ghost.start), q: undefined, group: undefined, list: undefined })
  }
  return (
    <>
      {isShown && (
        <SidePanel label={t`Suggested trips`} title={t`Suggested trips`} onClose={close}>
          <Loaded query={query}>
            {(loaded) => (
              <>
                <RunState run={loaded} isReadOnly={isReadOnly} onAgain={(id) => change({ run: id })} />
                <TripsSection
                  run={loaded}
                  {...{ ghosts, open, current, isReadOnly, isBusy }}
                  onShow={show}
                  onOpen={(tripId) => change({ open: tripId })}
                  onAccept={accept}
                  onClose={close}
                />
                <LeftOutSection run={loaded} pool={props.pool} isReadOnly={isReadOnly} onPick={props.onPick} />
              </>
            )}
          </Loaded>
        </SidePanel>
      )}
      {questions}
      {menu !== undefined && open.includes(menu.index) && (
        <MenuAt at={menu.at} onClose={() => setMenu(undefined)}>
          <MenuItem icon={Check} disabled={isBusy} onSelect={() => accept([menu.index])}>
            <Trans>Accept this trip</Trans>
          </MenuItem>
          <MenuItem icon={Check} disabled={isBusy} onSelect={() => accept(open)}>
            <Plural value={open.length} one="Accept # trip" other="Accept all # trips" />
          </MenuItem>
        </MenuAt>
      )}
    </>
  )
}

function sightOf({ resourceIds, start }: Ghost): Sight {
  return { rowKeys: resourceIds, at: start }
}

/** After trips are accepted: shows them on the board and offers an undo. */
function useOnAccepted({ follow, offerUndo }: SuggestedProps['plan']) {
  const { t } = useLingui()
  return (run: AcceptedOptimisation, indexes: readonly number[]) => {
    const accepted = run.trips.filter(({ index }) => indexes.includes(index))
    const tripIds = accepted.flatMap(({ trip_id }) => trip_id ?? [])
    const orderIds = accepted.flatMap(({ stops }) => stops.map(({ order_id }) => order_id))
    follow([...tripIds, ...run.present.map(({ trip_id }) => trip_id)], [...new Set(orderIds)])
    offerUndo(t`Trips accepted`, run.command_id)
  }
}
