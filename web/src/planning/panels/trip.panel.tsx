import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TripStatus } from '../../trips/labels.tsx'
import { useKilometres } from '../../trips/stops/kilometres.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExternalLink, MoreHorizontal, OctagonPause, Play, Plus, Undo2, UserPlus, X } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/menu.tsx'
import { Section, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { type BoardTrip, orderIdsOf } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import type { BoardDialog } from '../dialogs/board-dialogs.tsx'
import type { BoardModel } from '../rows.ts'
import { StopLines } from './stop-lines.tsx'

interface TripPanelProps {
  trip: BoardTrip
  model: BoardModel
  isReadOnly: boolean
  onRun: (command: PlanningCommand) => void
  onDialog: (dialog: BoardDialog) => void
  onOpen: () => void
  onClose: () => void
}

/** A trip of the board: its resources, stops and orders, all editable. */
export function TripPanel(props: TripPanelProps) {
  const { t } = useLingui()
  const { trip, model, onRun, onDialog, onOpen, onClose } = props
  const isReadOnly = props.isReadOnly || !trip.isOpen
  const kilometres = useKilometres()
  const { stops, distance_km, distance_is_estimated } = trip.trip
  const { late, lateAt } = trip
  const minutes = Number.isNaN(trip.start) ? 0 : Math.round((trip.end - trip.start) / 60_000)
  const facts = [
    minutes > 0 ? minutesText(minutes) : null,
    distance_km === null ? null : kilometres(distance_km, distance_is_estimated),
    late > 0 ? t`${minutesText(late)} late in ${lateAt}` : null,
  ].filter(Boolean)
  return (
    <SidePanel
      label={t`Trip`}
      title={
        <>
          <span className="tnum">{trip.name}</span>
          <CopyButton text={trip.name} label={t`Copy number`} />
          <TripStatus status={trip.trip.status} />
        </>
      }
      actions={<IconButton icon={ExternalLink} label={t({ message: 'Open', context: 'verb' })} onClick={onOpen} />}
      onClose={onClose}
    >
      <Section>
        <p className="font-medium">{trip.route}</p>
        <p className="tnum text-ink-2">{facts.join(' · ')}</p>
      </Section>
      <Carried {...props} isReadOnly={isReadOnly} />
      <Section
        title={t`Stops`}
        actions={
          !isReadOnly && (
            <>
              <Button variant="ghost" onClick={() => onDialog({ what: 'crossing', trip, boarding: undefined })}>
                <Trans>Ferry or train…</Trans>
              </Button>
              <Button variant="ghost" icon={Plus} onClick={() => onDialog({ what: 'insert-stop', trip })}>
                <Trans>Insert stop…</Trans>
              </Button>
            </>
          )
        }
      >
        <StopLines
          stops={stops}
          directory={model.directory}
          lateStops={trip.lateStops}
          isReadOnly={isReadOnly}
          onReorder={(stop_ids) => onRun({ kind: 'RESEQUENCE', trip_id: trip.id, stop_ids })}
          onTimes={(stop) => onDialog({ what: 'times', trip, stop })}
          onMove={(stop) => onDialog({ what: 'to-trip', trip, orderIds: [], stopIds: [stop.stop_id] })}
          onCrossing={(boarding) => onDialog({ what: 'crossing', trip, boarding })}
          onUnplan={(stop_ids) => onRun({ kind: 'UNPLAN', stop_ids })}
        />
      </Section>
      <Orders {...props} isReadOnly={isReadOnly} />
    </SidePanel>
  )
}

/** Resources or carrier of the trip. */
function Carried({ trip, model, isReadOnly, onRun, onDialog }: TripPanelProps) {
  const { t } = useLingui()
  const { resources, subcontractor_id } = trip.trip
  const carrier = subcontractor_id === null ? undefined : model.directory.carriers.get(subcontractor_id)
  const lines = [
    ...resources.map(({ resource_id, name, license_plate }) => {
      const known = model.directory.resources.get(resource_id)
      const title = name ?? known?.name ?? '?'
      const plate = license_plate ?? known?.license_plate ?? null
      return { key: resource_id, title, side: plate, command: { resource_ids: [resource_id] } }
    }),
    ...(carrier === undefined
      ? []
      : [{ key: 'carrier', title: carrier, side: t`Carrier`, command: { subcontractor: true } }]),
  ]
  return (
    <Section
      title={t`Resources`}
      actions={
        !isReadOnly && (
          <Button variant="ghost" icon={UserPlus} onClick={() => onDialog({ what: 'assign', trip })}>
            <Trans>Assign…</Trans>
          </Button>
        )
      }
    >
      {lines.length === 0 && (
        <p className="text-ink-3">
          <Trans>Not assigned</Trans>
        </p>
      )}
      <ul>
        {lines.map(({ key, title, side, command }) => (
          <li key={key} className="flex min-h-7 items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{title}</span>
            {side !== null && <span className="tnum text-[12px] text-ink-3">{side}</span>}
            {!isReadOnly && (
              <IconButton
                icon={X}
                label={t`Remove ${title}`}
                className="h-6"
                onClick={() => onRun({ kind: 'TAKE_OFF', trip_id: trip.id, ...command })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The orders on the trip. */
function Orders({ trip, model, isReadOnly, onRun, onDialog }: TripPanelProps) {
  const { t } = useLingui()
  const orders = orderIdsOf(trip.trip).flatMap((id) => model.directory.orders.get(id) ?? [])
  if (orders.length === 0) return null
  return (
    <Section title={t`Orders`}>
      <ul>
        {orders.map(({ order_id, order_number, customer_name, is_blocked }) => (
          <li key={order_id} className="flex min-h-7 items-center gap-2">
            <Link
              to="/orders/$orderId"
              params={{ orderId: order_id }}
              className="tnum font-medium underline-offset-2 hover:underline"
            >
              {order_number}
            </Link>
            <span className="min-w-0 flex-1 truncate text-ink-2">{customer_name}</span>
            {is_blocked && (
              <span className="tag tone-red">
                <Trans>On hold</Trans>
              </span>
            )}
            {!isReadOnly && (
              <Menu
                trigger={
                  <IconButton icon={MoreHorizontal} label={t`Actions for order ${order_number}`} className="h-6" />
                }
              >
                <MenuItem onSelect={() => onDialog({ what: 'to-trip', trip, orderIds: [order_id], stopIds: [] })}>
                  <Trans>Move to another trip…</Trans>
                </MenuItem>
                <MenuItem icon={Undo2} onSelect={() => onRun({ kind: 'UNPLAN', order_ids: [order_id] })}>
                  <Trans>Unplan order</Trans>
                </MenuItem>
                <MenuLine />
                {is_blocked ? (
                  <MenuItem icon={Play} onSelect={() => onRun({ kind: 'UNBLOCK', order_ids: [order_id] })}>
                    <Trans>Release order</Trans>
                  </MenuItem>
                ) : (
                  <MenuItem icon={OctagonPause} onSelect={() => onDialog({ what: 'hold', orderIds: [order_id] })}>
                    <Trans>Hold order…</Trans>
                  </MenuItem>
                )}
              </Menu>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
