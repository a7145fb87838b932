import {
  changeCharge,
  createOrderCharge,
  createTripCost,
  removeChargeOverride,
  setChargeState,
  setChargeStates,
  setOrderChargeStates,
} from '../charges/app/desk.ts'
import { getChargeEvidence } from '../charges/app/evidence.ts'
import {
  countCharges,
  countUnbilledOrders,
  exportCharges,
  exportUnbilledOrders,
  getMoneyHome,
  listCharges,
  listUnbilledOrders,
} from '../charges/app/list.ts'
import { listMargin } from '../charges/app/margin.ts'
import { previewOrder } from '../charges/app/preview.ts'
import { getCharge, getOrderCharges, getTripCosts, listChargeTypes } from '../charges/app/read.ts'
import { replayRateCard } from '../charges/app/replay.ts'

/** Endpoints of charges and costs, by operation id. */
export const chargeEndpoints = {
  changeCharge,
  createOrderCharge,
  createTripCost,
  removeChargeOverride,
  setChargeState,
  setChargeStates,
  setOrderChargeStates,
  countCharges,
  countUnbilledOrders,
  exportCharges,
  exportUnbilledOrders,
  getMoneyHome,
  listCharges,
  listUnbilledOrders,
  listMargin,
  previewOrder,
  getCharge,
  getChargeEvidence,
  getOrderCharges,
  getTripCosts,
  listChargeTypes,
  replayRateCard,
}
