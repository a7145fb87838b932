import * as desk from '@cartage/contract/charges/app/desk'
import { approveOrderCharges } from '@cartage/contract/charges/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { itself } from '../../http/each.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { listOutwardCharges } from '../outward.views.ts'
import { actOnCharge, actOnOrder } from './act.commands.ts'
import { addOrderCharge, addTripCost, type DeskCall } from './add.commands.ts'
import { changeCharge, removeOverrides } from './change.commands.ts'
import { decideCharges } from './client.commands.ts'

const callOf = ({ caller, requestId }: Pick<Call<Endpoint>, 'caller' | 'requestId'>): DeskCall => {
  return { caller, by: byCaller(caller, requestId) }
}

/** Binds the actions of people and API clients on charges. */
export function serveDesk(server: Server): void {
  const { ctx } = server
  serve(server, approveOrderCharges, async (call) =>
    call.inTenant(async (tx) => {
      const { order_id } = call.params
      await decideCharges(ctx, tx, callOf(call), order_id, call.body.charges)
      return await listOutwardCharges(tx, order_id, call.caller.companyId !== null)
    }),
  )
  serve(server, desk.createOrderCharge, (call) => addOrderCharge(ctx, callOf(call), call.params.order_id, call.body))
  serve(server, desk.createTripCost, (call) => addTripCost(ctx, callOf(call), call.params.trip_id, call.body))
  serve(server, desk.changeCharge, (call) => {
    const { version, ...values } = call.body
    return changeCharge(ctx, callOf(call), { charge_id: call.params.charge_id, version }, values)
  })
  serve(server, desk.removeChargeOverride, (call) => {
    const { version, members } = call.body
    return removeOverrides(ctx, callOf(call), { charge_id: call.params.charge_id, version }, members)
  })
  serveStates(server)
}

function serveStates(server: Server): void {
  const { ctx } = server
  serve(server, desk.setChargeState, (call) => {
    const { version, ...act } = call.body
    return actOnCharge(ctx, callOf(call), { charge_id: call.params.charge_id, version }, act)
  })
  serve(server, desk.setChargeStates, async (call) => {
    const { charges, ...act } = call.body
    const idOf = ({ charge_id }: { charge_id: string }) => charge_id
    const items = await call.doEach(charges, idOf, (seen) => actOnCharge(ctx, callOf(call), seen, act))
    return { items }
  })
  serve(server, desk.setOrderChargeStates, async (call) => {
    const { order_ids, ...act } = call.body
    const items = await call.doEach(order_ids, itself, (orderId) => actOnOrder(ctx, callOf(call), orderId, act))
    return { items }
  })
}
