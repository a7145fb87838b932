import { accountingEndpoints } from '../accounting/app/endpoints.ts'
import { listAuditRecords, verifyAuditTrail } from '../audit/app.ts'
import { getSession, listOrganisations, login, logout, switchOrganisation } from '../auth/app/session.ts'
import { billingEndpoints } from '../billing/app/endpoints.ts'
import {
  changeIntermodalBooking,
  changeLocationBooking,
  createIntermodalBooking,
  createLocationBooking,
  listTripBookings,
} from '../bookings/app.ts'
import { tryTaxRules } from '../books/app/tax-trial.ts'
import {
  closeBookingPeriod,
  importExchangeRates,
  listBookingPeriods,
  listExchangeRateRecords,
  openBookingPeriod,
  setExchangeRate,
} from '../books/app.ts'
import { explainOrder, explainTrip } from '../charges/app/explain.ts'
import { carrierTermsEndpoints } from '../companies/app/carrier-terms.ts'
import { companyRecordEndpoints } from '../companies/app/record.ts'
import { searchCompanies } from '../companies/app/search.ts'
import {
  countDeliveries,
  getDelivery,
  listDeliveries,
  resendDeliveries,
  resendFailed,
} from '../deliveries/app/record.ts'
import {
  addSubscription,
  changeSubscription,
  listSubscriptions,
  pauseSubscription,
  pinHostKeys,
  removeSubscription,
  resumeSubscription,
  rotateSubscription,
  testSubscription,
} from '../deliveries/app/subscriptions.ts'
import { dispatchEndpoints } from '../dispatch/app/endpoints.ts'
import { downloadRecordDocument, listLatestDocuments } from '../documents/app/record.ts'
import { doorEndpoints } from '../doors/app/endpoints.ts'
import { getLogEntry, listLogEntries } from '../events/app.ts'
import { placeAnswerEndpoints } from '../locations/app/answers.ts'
import {
  createLocation,
  getLocation,
  getLocationUses,
  listLocationHistory,
  listLocations,
  locationStepEndpoints,
} from '../locations/app/record.ts'
import { blockOrder, skipOrder, unblockOrder } from '../orders/app/commands.ts'
import { addOrderDocument, listOrderFiles, listOrderScans } from '../orders/app/documents.ts'
import { changeOrder, createOrder, findSimilarOrders, readOrderReference, readUploads } from '../orders/app/entry.ts'
import { importEndpoints } from '../orders/app/import.ts'
import { changeOrders, countOrders, exportOrderList, listOrders } from '../orders/app/list.ts'
import { dismissPlanChanges } from '../orders/app/plan-changes.ts'
import { exportOrderRecord, getOrderRecord, listOrderEvents, listOrderHistory } from '../orders/app/record.ts'
import { payrollEndpoints } from '../payroll/app.ts'
import { boardEndpoints } from '../planning/app/board.ts'
import { listPlanCandidates } from '../planning/app/candidates.ts'
import {
  assignResources,
  blockOrders,
  cancelTrips,
  combineTrips,
  confirmTrips,
  insertStop,
  listPlanningCommands,
  moveStops,
  planOrders,
  redoCommand,
  resequenceTrip,
  setStopTimes,
  splitOrder,
  takeBackTrips,
  takeOffResources,
  unblockOrders,
  undoCommand,
  unplan,
} from '../planning/app/commands.ts'
import { optimisationEndpoints } from '../planning/app/optimise.ts'
import { placeTrip } from '../planning/app/place.ts'
import { reportPlanningPresence } from '../planning/app/presence.ts'
import { telematicsEndpoints } from '../positions/app/connections.ts'
import { listFences } from '../positions/app/fences.ts'
import {
  acceptStopProposal,
  dismissStopProposal,
  getLocationFence,
  getResourceState,
  listDoubtfulSources,
  listPositions,
  listSamples,
  listStopProposals,
  setLocationFence,
} from '../positions/app/fleet.ts'
import { purchaseEndpoints } from '../purchases/app/endpoints.ts'
import { rateEndpoints } from '../rates/app/endpoints.ts'
import {
  addResourceAllocation,
  addResourceGroup,
  archiveResourceAllocation,
  changeResourceGroup,
  endResourceAllocation,
  listGroupMembers,
  listGroupSettings,
  listResourceAllocations,
} from '../resources/app/groups.ts'
import {
  archiveResourceRecord,
  changeResourceRecord,
  countResourceRecords,
  createResourceRecord,
  getResourceRecord,
  listResourceDocuments,
  listResourceHistory,
  listResourceRecords,
  listResourceTrips,
  restoreResourceRecord,
} from '../resources/app/record.ts'
import { retentionEndpoints } from '../retention/app.ts'
import { tachographEndpoints } from '../tachograph/app.ts'
import { temperatureEndpoints } from '../temperatures/app.ts'
import {
  compareConfiguration,
  exportConfiguration,
  getTenantSettings,
  putTenantSettings,
} from '../tenants/app/configuration.ts'
import {
  changeOrganisation,
  getOrganisation,
  getOrganisationLogo,
  putOrganisationLogo,
  removeOrganisationLogo,
} from '../tenants/app/organisation.ts'
import {
  archiveSetting,
  changeSetting,
  createSetting,
  deleteSetting,
  listSettings,
  restoreSetting,
} from '../tenants/app/settings.ts'
import { countTrips, exportTripList, listTrips } from '../trips/app/list.ts'
import {
  getRawTrip,
  getTripRecord,
  listOrderTrips,
  listTripEvents,
  listTripFiles,
  listTripHistory,
  reportStop,
} from '../trips/app/record.ts'
import { addUnavailabilities, findMeantResources, removeUnavailabilities } from '../unavailabilities/app/batch.ts'
import {
  addUnavailability,
  changeUnavailability,
  getCalendar,
  listResourceUnavailabilities,
  removeUnavailability,
} from '../unavailabilities/app/calendar.ts'
import { getUsage, listRefusedCalls } from '../usage/app.ts'
import {
  addCompanyDocument,
  addResourceDocument,
  removeCompanyDocument,
  removeResourceDocument,
} from '../validities/app/documents.ts'
import {
  addValidityToCompany,
  addValidityToResource,
  changeValidityOfCompany,
  changeValidityOfResource,
  listValiditiesOfCompany,
  listValiditiesOfResource,
  removeValidityOfCompany,
  removeValidityOfResource,
} from '../validities/app/validities.ts'
import { accessEndpoints } from './access-endpoints.ts'
import { chargeEndpoints } from './charge-endpoints.ts'
import { correspondenceEndpoints } from './correspondence-endpoints.ts'
import { getDay } from './day.ts'
import { listEndpoints } from './list-endpoints.ts'
import { getMapTiles } from './map-tiles.ts'
import { getCounts, search, streamChanges } from './shell.ts'
import { sampleEndpoints } from './simulation.ts'
import { listRecentUploads } from './start.ts'

/** Endpoints only our own web application uses, by operation id. They are not part of the published interface. */
export const appEndpoints = {
  ...listEndpoints,
  ...correspondenceEndpoints,
  ...chargeEndpoints,
  explainOrder,
  explainTrip,
  login,
  logout,
  getSession,
  listOrganisations,
  switchOrganisation,
  getCounts,
  getMapTiles,
  getDay,
  search,
  streamChanges,
  listRecentUploads,
  listOrders,
  countOrders,
  exportOrderList,
  changeOrders,
  getOrderRecord,
  listOrderEvents,
  listOrderHistory,
  exportOrderRecord,
  createOrder,
  changeOrder,
  readUploads,
  findSimilarOrders,
  readOrderReference,
  ...importEndpoints,
  searchCompanies,
  skipOrder,
  blockOrder,
  unblockOrder,
  dismissPlanChanges,
  ...temperatureEndpoints,
  listAuditRecords,
  verifyAuditTrail,
  ...accessEndpoints,
  getTenantSettings,
  putTenantSettings,
  exportConfiguration,
  compareConfiguration,
  changeOrganisation,
  getOrganisation,
  getOrganisationLogo,
  putOrganisationLogo,
  removeOrganisationLogo,
  listSettings,
  createSetting,
  changeSetting,
  archiveSetting,
  restoreSetting,
  deleteSetting,
  listGroupSettings,
  addResourceGroup,
  changeResourceGroup,
  listResourceAllocations,
  addResourceAllocation,
  endResourceAllocation,
  archiveResourceAllocation,
  listLocations,
  createLocation,
  getLocation,
  ...locationStepEndpoints,
  ...placeAnswerEndpoints,
  listDoubtfulSources,
  listPositions,
  listSamples,
  listStopProposals,
  acceptStopProposal,
  dismissStopProposal,
  setLocationFence,
  listFences,
  listLogEntries,
  getLogEntry,
  listDeliveries,
  countDeliveries,
  getDelivery,
  resendDeliveries,
  resendFailed,
  listSubscriptions,
  addSubscription,
  changeSubscription,
  pauseSubscription,
  resumeSubscription,
  rotateSubscription,
  pinHostKeys,
  testSubscription,
  removeSubscription,
  getUsage,
  listRefusedCalls,
  listTripBookings,
  createLocationBooking,
  changeLocationBooking,
  createIntermodalBooking,
  changeIntermodalBooking,
  ...dispatchEndpoints,
  ...telematicsEndpoints,
  planOrders,
  moveStops,
  placeTrip,
  listPlanCandidates,
  resequenceTrip,
  splitOrder,
  combineTrips,
  insertStop,
  unplan,
  assignResources,
  takeOffResources,
  setStopTimes,
  confirmTrips,
  takeBackTrips,
  cancelTrips,
  blockOrders,
  unblockOrders,
  undoCommand,
  redoCommand,
  listPlanningCommands,
  ...boardEndpoints,
  reportPlanningPresence,
  ...carrierTermsEndpoints,
  ...companyRecordEndpoints,
  downloadRecordDocument,
  listLatestDocuments,
  archiveResourceRecord,
  changeResourceRecord,
  countResourceRecords,
  createResourceRecord,
  getResourceRecord,
  listResourceDocuments,
  listResourceHistory,
  listResourceRecords,
  listResourceTrips,
  addUnavailability,
  changeUnavailability,
  getCalendar,
  listResourceUnavailabilities,
  removeUnavailability,
  addUnavailabilities,
  removeUnavailabilities,
  findMeantResources,
  addCompanyDocument,
  addResourceDocument,
  removeCompanyDocument,
  removeResourceDocument,
  restoreResourceRecord,
  listGroupMembers,
  getResourceState,
  getLocationFence,
  getLocationUses,
  listLocationHistory,
  addValidityToCompany,
  addValidityToResource,
  changeValidityOfCompany,
  changeValidityOfResource,
  listValiditiesOfCompany,
  listValiditiesOfResource,
  removeValidityOfCompany,
  removeValidityOfResource,
  addOrderDocument,
  listOrderFiles,
  listOrderScans,
  getRawTrip,
  getTripRecord,
  listOrderTrips,
  listTripEvents,
  listTripFiles,
  listTripHistory,
  reportStop,
  countTrips,
  exportTripList,
  listTrips,
  listExchangeRateRecords,
  setExchangeRate,
  importExchangeRates,
  listBookingPeriods,
  closeBookingPeriod,
  openBookingPeriod,
  tryTaxRules,
  ...rateEndpoints,
  ...accountingEndpoints,
  ...billingEndpoints,
  ...purchaseEndpoints,
  ...tachographEndpoints,
  ...payrollEndpoints,
  ...optimisationEndpoints,
  ...doorEndpoints,
  ...sampleEndpoints,
  ...retentionEndpoints,
}
