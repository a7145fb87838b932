import { CallError } from '@cartage/contract/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loaded } from '../../records/loaded.tsx'
import { useKilometres } from '../../trips/stops/kilometres.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import type { BoardTrip } from '../board-trip.ts'
import { type PlanningCommand, tryOut } from '../command.queries.ts'
import type { PoolOrder } from '../pool.ts'
import type { BoardModel } from '../rows.ts'
import { bestOffers, candidates, type Offer, offerOf } from './offers.ts'

/** Number of trips tried, and of offers shown. */
const tried = 8
const shown = 3

/** The trips that best fit some orders, with the extra cost. */
export function InsertDialog({
  orders,
  model,
  onClose,
  onRun,
}: {
  orders: readonly PoolOrder[]
  model: BoardModel
  onClose: () => void
  onRun: (command: PlanningCommand) => void
}) {
  const { t } = useLingui()
  const numbers = orders.map(({ order }) => order.order_number).join(', ')
  const trips = candidates(model, orders, tried, Date.now())
  const query = useQuery({
    // Also tries trips that are planned while the dialog is open.
    queryKey: ['planning-offers', orders.map(({ id }) => id), trips.map(({ id }) => id)],
    queryFn: () => offersFor(trips, orders),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <Dialog isOpen onClose={onClose} title={t`Insert ${numbers} into a trip`} className="w-[560px]">
      <Loaded query={query}>
        {(offers) =>
          offers.length === 0 ? (
            <p className="text-ink-3">
              <Trans>No trip around the requested day can take this.</Trans>
            </p>
          ) : (
            <ul className="grid gap-2">
              {offers.map((offer) => (
                <OfferLine key={offer.trip.id} offer={offer} onChoose={() => onRun(offer.command)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function OfferLine({ offer, onChoose }: { offer: Offer; onChoose: () => void }) {
  const { t } = useLingui()
  const kilometres = useKilometres()
  const { trip, extraKm, isEstimated, laterMinutes, message, verdict } = offer
  const extra = [
    extraKm === null ? t`Distance unknown` : `+${kilometres(extraKm, isEstimated)}`,
    laterMinutes === 0 ? t`no delay` : t`${minutesText(laterMinutes)} later`,
  ].join(' · ')
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <span className="tnum">{trip.name}</span> · {trip.route}
        </span>
        <span className="tnum block text-ink-2">{extra}</span>
        {verdict === 'SOFT' && <span className="block text-amber">{message}</span>}
      </span>
      <Button onClick={onChoose} aria-label={t`Insert into ${trip.name}`}>
        <Trans>Insert</Trans>
      </Button>
    </li>
  )
}

async function offersFor(trips: readonly BoardTrip[], orders: readonly PoolOrder[]): Promise<Offer[]> {
  const order_ids = orders.map(({ id }) => id)
  const answers = await Promise.all(
    trips.map(async (trip): Promise<Offer | undefined> => {
      const command: PlanningCommand = { kind: 'PLAN', order_ids, trip_id: trip.id }
      return await tryOut(command).then(
        (answer) => offerOf(trip, command, answer),
        (error: unknown) => withoutOffer(error),
      )
    }),
  )
  return bestOffers(
    answers.filter((one) => one !== undefined),
    shown,
  )
}

/**
 * No offer for a trip that no longer exists or cannot be changed now.
 * @throws any other error
 */
function withoutOffer(error: unknown): undefined {
  const isRefusal = error instanceof CallError && [404, 409, 422].includes(error.status)
  if (!isRefusal) throw error
}
