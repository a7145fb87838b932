import * as dispatch from '../app.ts'
import { answerEndpoints } from './answers.ts'
import { dispatchBoardEndpoints } from './board.ts'

/** Operations of the application about dispatch, by operation id. */
export const dispatchEndpoints = {
  addDispatchDestination: dispatch.addDispatchDestination,
  cancelIntermodalBooking: dispatch.cancelIntermodalBooking,
  cancelLocationBooking: dispatch.cancelLocationBooking,
  changeDispatchDestination: dispatch.changeDispatchDestination,
  dispatchTrip: dispatch.dispatchTrip,
  getDispatchRevision: dispatch.getDispatchRevision,
  listDispatchDestinations: dispatch.listDispatchDestinations,
  listTripDispatches: dispatch.listTripDispatches,
  recallTrip: dispatch.recallTrip,
  requestIntermodalBooking: dispatch.requestIntermodalBooking,
  requestLocationBooking: dispatch.requestLocationBooking,
  resendDispatch: dispatch.resendDispatch,
  ...answerEndpoints,
  ...dispatchBoardEndpoints,
} as const
