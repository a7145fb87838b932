import * as accountingChecks from '../accounting/app/checks.ts'
import * as accountingHome from '../accounting/app/home.ts'
import * as accountingLedger from '../accounting/app/ledger.ts'
import * as accountingPayments from '../accounting/app/payments.ts'
import * as accountingPeriods from '../accounting/app/periods.ts'
import * as accountingReceivables from '../accounting/app/receivables.ts'
import * as accountingReminders from '../accounting/app/reminders.ts'
import * as accountingStatements from '../accounting/app/statements.ts'
import * as accountingSummary from '../accounting/app/summary.ts'
import * as accountingTasks from '../accounting/app/tasks.ts'
import * as audit from '../audit/app.ts'
import * as authAccount from '../auth/app/account.ts'
import * as authClients from '../auth/app/clients.ts'
import * as authPasskeys from '../auth/app/passkeys.ts'
import * as authProviderSignIn from '../auth/app/provider-sign-in.ts'
import * as authProviders from '../auth/app/providers.ts'
import * as authRoles from '../auth/app/roles.ts'
import * as authSession from '../auth/app/session.ts'
import * as authUsers from '../auth/app/users.ts'
import * as billingDocument from '../billing/app/document.ts'
import * as billingDraft from '../billing/app/draft.ts'
import * as billingMailServer from '../billing/app/mail-server.ts'
import * as billingPreference from '../billing/app/preference.ts'
import * as billingRun from '../billing/app/run.ts'
import * as billingSending from '../billing/app/sending.ts'
import * as bookings from '../bookings/app.ts'
import * as booksTaxTrial from '../books/app/tax-trial.ts'
import * as books from '../books/app.ts'
import * as chargesDesk from '../charges/app/desk.ts'
import * as chargesEvidence from '../charges/app/evidence.ts'
import * as chargesExplain from '../charges/app/explain.ts'
import * as chargesList from '../charges/app/list.ts'
import * as chargesMargin from '../charges/app/margin.ts'
import * as chargesPreview from '../charges/app/preview.ts'
import * as chargesRead from '../charges/app/read.ts'
import * as chargesReplay from '../charges/app/replay.ts'
import * as companiesCarrierTerms from '../companies/app/carrier-terms.ts'
import * as companiesList from '../companies/app/list.ts'
import * as companiesRecord from '../companies/app/record.ts'
import * as companiesSearch from '../companies/app/search.ts'
import * as deliveriesRecord from '../deliveries/app/record.ts'
import * as deliveriesSubscriptions from '../deliveries/app/subscriptions.ts'
import * as dispatchAnswers from '../dispatch/app/answers.ts'
import * as dispatchBoard from '../dispatch/app/board.ts'
import * as dispatch from '../dispatch/app.ts'
import * as documentsLink from '../documents/app/link.ts'
import * as documentsList from '../documents/app/list.ts'
import * as documentsRecord from '../documents/app/record.ts'
import * as documentsReview from '../documents/app/review.ts'
import * as documentsSharing from '../documents/app/sharing.ts'
import * as doorsCarrier from '../doors/app/carrier.ts'
import * as doorsDriver from '../doors/app/driver.ts'
import * as doorsDriverReports from '../doors/app/driver-reports.ts'
import * as doorsLinks from '../doors/app/links.ts'
import * as doorsLogos from '../doors/app/logos.ts'
import * as doorsPortal from '../doors/app/portal.ts'
import * as doorsPortalEntry from '../doors/app/portal-entry.ts'
import * as doorsPortalLinks from '../doors/app/portal-links.ts'
import * as doorsRequests from '../doors/app/requests.ts'
import * as doorsTracking from '../doors/app/tracking.ts'
import { endpointsOf } from '../endpoint.ts'
import * as events from '../events/app.ts'
import * as locationsAnswers from '../locations/app/answers.ts'
import * as locationsList from '../locations/app/list.ts'
import * as locationsRecord from '../locations/app/record.ts'
import * as mailsAutomatic from '../mails/app/automatic.ts'
import * as mailsMails from '../mails/app/mails.ts'
import * as mailsTemplates from '../mails/app/templates.ts'
import * as messagesList from '../messages/app/list.ts'
import * as messagesRecord from '../messages/app/record.ts'
import * as messagesSuggestions from '../messages/app/suggestions.ts'
import * as ordersCommands from '../orders/app/commands.ts'
import * as ordersDocuments from '../orders/app/documents.ts'
import * as ordersEntry from '../orders/app/entry.ts'
import * as ordersImport from '../orders/app/import.ts'
import * as ordersList from '../orders/app/list.ts'
import * as ordersPlanChanges from '../orders/app/plan-changes.ts'
import * as ordersRecord from '../orders/app/record.ts'
import * as ordersUploads from '../orders/app/uploads.ts'
import * as papers from '../papers/app.ts'
import * as payroll from '../payroll/app.ts'
import * as planningBoard from '../planning/app/board.ts'
import * as planningCandidates from '../planning/app/candidates.ts'
import * as planningCommands from '../planning/app/commands.ts'
import * as planningHours from '../planning/app/hours.ts'
import * as planningOptimise from '../planning/app/optimise.ts'
import * as planningPresence from '../planning/app/presence.ts'
import * as positionsConnections from '../positions/app/connections.ts'
import * as positionsFences from '../positions/app/fences.ts'
import * as positionsFleet from '../positions/app/fleet.ts'
import * as positionsRoadEngine from '../positions/app/road-engine.ts'
import * as proofs from '../proofs/app.ts'
import * as purchasesAgreement from '../purchases/app/agreement.ts'
import * as purchasesCustomer from '../purchases/app/customer.ts'
import * as purchasesSelfBilling from '../purchases/app/self-billing.ts'
import * as purchasesTransfers from '../purchases/app/transfers.ts'
import * as purchasesTyped from '../purchases/app/typed.ts'
import * as purchasesUnplaced from '../purchases/app/unplaced.ts'
import * as purchasesUpload from '../purchases/app/upload.ts'
import * as purchases from '../purchases/app.ts'
import * as ratesBench from '../rates/app/bench.ts'
import * as ratesIndexes from '../rates/app/indexes.ts'
import * as ratesRecords from '../rates/app/records.ts'
import * as resourcesGroups from '../resources/app/groups.ts'
import * as resourcesList from '../resources/app/list.ts'
import * as resourcesRecord from '../resources/app/record.ts'
import * as retention from '../retention/app.ts'
import * as tachograph from '../tachograph/app.ts'
import * as temperatures from '../temperatures/app.ts'
import * as tenantsConfiguration from '../tenants/app/configuration.ts'
import * as tenantsOrganisation from '../tenants/app/organisation.ts'
import * as tenantsSettings from '../tenants/app/settings.ts'
import * as tripsList from '../trips/app/list.ts'
import * as tripsMap from '../trips/app/map.ts'
import * as tripsRecord from '../trips/app/record.ts'
import * as unavailabilitiesBatch from '../unavailabilities/app/batch.ts'
import * as unavailabilitiesCalendar from '../unavailabilities/app/calendar.ts'
import * as usage from '../usage/app.ts'
import * as validitiesDocuments from '../validities/app/documents.ts'
import * as validitiesValidities from '../validities/app/validities.ts'
import * as day from './day.ts'
import * as mapTiles from './map-tiles.ts'
import * as sample from './sample.ts'
import * as savedViews from './saved-views.ts'
import * as shell from './shell.ts'
import * as simulation from './simulation.ts'
import * as standstills from './standstills.ts'
import * as start from './start.ts'

/**
 * Endpoints for our own web application only, by operation id, collected from these files. Not part of the published
 * interface.
 */
export const appEndpoints = endpointsOf([
  accountingChecks,
  accountingHome,
  accountingLedger,
  accountingPayments,
  accountingPeriods,
  accountingReceivables,
  accountingReminders,
  accountingStatements,
  accountingSummary,
  accountingTasks,
  audit,
  authAccount,
  authClients,
  authPasskeys,
  authProviderSignIn,
  authProviders,
  authRoles,
  authSession,
  authUsers,
  billingDocument,
  billingDraft,
  billingMailServer,
  billingPreference,
  billingRun,
  billingSending,
  bookings,
  books,
  booksTaxTrial,
  chargesDesk,
  chargesEvidence,
  chargesExplain,
  chargesList,
  chargesMargin,
  chargesPreview,
  chargesRead,
  chargesReplay,
  companiesCarrierTerms,
  companiesList,
  companiesRecord,
  companiesSearch,
  day,
  deliveriesRecord,
  deliveriesSubscriptions,
  dispatch,
  dispatchAnswers,
  dispatchBoard,
  documentsLink,
  documentsList,
  documentsRecord,
  documentsReview,
  documentsSharing,
  doorsCarrier,
  doorsDriver,
  doorsDriverReports,
  doorsLinks,
  doorsLogos,
  doorsPortal,
  doorsPortalEntry,
  doorsPortalLinks,
  doorsRequests,
  doorsTracking,
  events,
  locationsAnswers,
  locationsList,
  locationsRecord,
  mailsAutomatic,
  mailsMails,
  mailsTemplates,
  mapTiles,
  messagesList,
  messagesRecord,
  messagesSuggestions,
  ordersCommands,
  ordersDocuments,
  ordersEntry,
  ordersImport,
  ordersList,
  ordersPlanChanges,
  ordersRecord,
  ordersUploads,
  papers,
  payroll,
  planningBoard,
  planningCandidates,
  planningCommands,
  planningHours,
  planningOptimise,
  planningPresence,
  positionsConnections,
  positionsFences,
  positionsFleet,
  positionsRoadEngine,
  proofs,
  purchases,
  purchasesAgreement,
  purchasesCustomer,
  purchasesSelfBilling,
  purchasesTransfers,
  purchasesTyped,
  purchasesUnplaced,
  purchasesUpload,
  ratesBench,
  ratesIndexes,
  ratesRecords,
  resourcesGroups,
  resourcesList,
  resourcesRecord,
  retention,
  sample,
  savedViews,
  shell,
  simulation,
  standstills,
  start,
  tachograph,
  temperatures,
  tenantsConfiguration,
  tenantsOrganisation,
  tenantsSettings,
  tripsList,
  tripsMap,
  tripsRecord,
  unavailabilitiesBatch,
  unavailabilitiesCalendar,
  usage,
  validitiesDocuments,
  validitiesValidities,
])
