import { Trans } from '@lingui/react/macro'
import { ArrowRightLeft, ExternalLink, MoveRight, Plus, Split, Undo2, UserPlus } from '../../ui/icons.tsx'
import { MenuAt, MenuItem, MenuLine } from '../../ui/overlay/menu.tsx'
import type { usePlan } from '../use-plan.ts'

/** Trip and position of the bar menu. */
export interface BarMenuState {
  tripId: string
  at: { x: number; y: number }
}

interface MenuActions {
  setMenu: (menu: BarMenuState | undefined) => void
  moveTrip: (tripId: string) => void
  dialogOf: (what: 'swap' | 'split' | 'assign' | 'insert-stop', tripId: string) => void
}

/** Menu of actions on a trip, at the pointer. */
export function BarMenu({
  menu: { tripId, at },
  actions: { setMenu, moveTrip, dialogOf },
  plan,
  onOpen,
}: {
  menu: BarMenuState
  actions: MenuActions
  plan: Pick<ReturnType<typeof usePlan>, 'run'>
  onOpen: (tripId: string) => void
}) {
  return (
    <MenuAt at={at} onClose={() => setMenu(undefined)}>
      <MenuItem icon={ExternalLink} onSelect={() => onOpen(tripId)}>
        <Trans>Show trip</Trans>
      </MenuItem>
      <MenuItem icon={MoveRight} keys="m" onSelect={() => moveTrip(tripId)}>
        <Trans>Move…</Trans>
      </MenuItem>
      <MenuItem icon={ArrowRightLeft} keys="s" onSelect={() => dialogOf('swap', tripId)}>
        <Trans>Driver and trailer…</Trans>
      </MenuItem>
      <MenuItem icon={UserPlus} keys="a" onSelect={() => dialogOf('assign', tripId)}>
        <Trans>Assign…</Trans>
      </MenuItem>
      <MenuItem icon={Plus} keys="i" onSelect={() => dialogOf('insert-stop', tripId)}>
        <Trans>Insert stop…</Trans>
      </MenuItem>
      <MenuItem icon={Split} onSelect={() => dialogOf('split', tripId)}>
        <Trans>Split…</Trans>
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Undo2} keys="u" onSelect={() => plan.run({ kind: 'CANCEL', trip_ids: [tripId] })}>
        <Trans>Unplan</Trans>
      </MenuItem>
    </MenuAt>
  )
}
