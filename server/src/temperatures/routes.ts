import {
  dismissExcursions as contractDismiss,
  exportOrderTemperature,
  getOrderTemperature,
  getTripTemperature,
} from '@cartage/contract/temperatures/app'
import { byCaller } from '../audit/rules.ts'
import { type CsvColumns, sendCsv } from '../http/csv.ts'
import { type Server, serve } from '../http/serve.ts'
import { instantText } from '../locations/local-time.rules.ts'
import { getOrderRow } from '../orders/record/row.views.ts'
import { dismissExcursions } from './commands.ts'
import { type MeasuredLeg, readLegsOfOrder, readOrderTemperature, readTripTemperature } from './views.ts'

interface Line {
  leg: MeasuredLeg
  at: number
  degrees: number
}
const columns: CsvColumns<Line> = {
  order_number: ({ leg }) => leg.order_number,
  trip: ({ leg }) => leg.trip_name,
  vehicle: ({ leg }) => leg.resource_name,
  measured_at: ({ at }) => instantText(at),
  degrees_celsius: ({ degrees }) => degrees,
  least: ({ leg }) => leg.ranges[0]!.least,
  most: ({ leg }) => leg.ranges[0]!.most,
}

/** Binds the temperatures of goods during transport. */
export function serveTemperatures(server: Server): void {
  const now = () => server.ctx.now().getTime()
  serve(server, getOrderTemperature, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, null)
      return await readOrderTemperature(tx, params.order_id, now())
    }),
  )
  serve(server, getTripTemperature, async ({ params, inTenant }) =>
    inTenant((tx) => readTripTemperature(tx, params.trip_id, now())),
  )
  serve(server, exportOrderTemperature, async ({ params, inTenant, reply }) => {
    const legs = await inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, null)
      return await readLegsOfOrder(tx, params.order_id, now())
    })
    const lines = legs.flatMap((leg) =>
      leg.measured.flatMap(({ at, degrees }) => degrees.map((one) => ({ leg, at, degrees: one }))),
    )
    async function* chunks() {
      yield lines
    }
    return await sendCsv(reply, `temperatures-${legs[0]?.order_number ?? 'none'}`, columns, chunks())
  })
  serve(server, contractDismiss, async ({ caller, requestId, params, body }) => ({
    seen_until: await dismissExcursions(server.ctx, {
      tenantId: caller.tenantId,
      by: byCaller(caller, requestId),
      orderId: params.order_id,
      until: body.until,
    }),
  }))
}
