import { countAuditRecords, exportAuditRecords } from '../audit/app.ts'
import { changeCompanies, countCompanyRecords, exportCompanyList } from '../companies/app/list.ts'
import { dismissDeliveries, exportDeliveryList } from '../deliveries/app/record.ts'
import { countDocuments, downloadDocuments, exportDocumentList, removeDocuments } from '../documents/app/list.ts'
import { getRecordDocument, reviewDocument, viewRecordDocument } from '../documents/app/review.ts'
import * as sharing from '../documents/app/sharing.ts'
import { countLogEntries, exportLogEntries } from '../events/app.ts'
import {
  changeLocations,
  countLocationRecords,
  exportLocationList,
  listLocationRecords,
} from '../locations/app/list.ts'
import * as messageLists from '../messages/app/list.ts'
import {
  dismissInboxItem,
  getInboxCounts,
  getInboxItem,
  getMessage,
  listInboxItems,
  listMessages,
  replayMessage,
  resolveInboxItem,
  retryInbox,
  retryInboxItem,
  tryMessage,
} from '../messages/app/record.ts'
import { listInboxSuggestions, tryInboxItem } from '../messages/app/suggestions.ts'
import {
  countUploads,
  exportUploads,
  getUpload,
  listUploads,
  retryUpload,
  retryUploads,
  retryUploadsOfCause,
} from '../orders/app/uploads.ts'
import { listMissingProofs } from '../proofs/app.ts'
import { changeResources, exportResourceList } from '../resources/app/list.ts'
import { listMapVehicles } from '../trips/app/map.ts'
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from './saved-views.ts'
import { dismissJobs, listStandstills, runJobsAgain } from './standstills.ts'

/** What lists of screens have next to their rows: counts next to filters, CSV, one thing done to many, and kept views. */
export const listEndpoints = {
  listUploads,
  countUploads,
  exportUploads,
  getUpload,
  retryUpload,
  retryUploads,
  retryUploadsOfCause,
  changeResources,
  exportResourceList,
  changeCompanies,
  countCompanyRecords,
  exportCompanyList,
  changeLocations,
  countLocationRecords,
  exportLocationList,
  listLocationRecords,
  countDocuments,
  downloadDocuments,
  exportDocumentList,
  removeDocuments,
  exportDeliveryList,
  countLogEntries,
  exportLogEntries,
  countAuditRecords,
  exportAuditRecords,
  ...messageLists,
  dismissInboxItem,
  getInboxCounts,
  getInboxItem,
  getMessage,
  listInboxItems,
  listMessages,
  listMissingProofs,
  getRecordDocument,
  viewRecordDocument,
  reviewDocument,
  listDocumentLinks: sharing.listDocumentLinks,
  createDocumentLink: sharing.createDocumentLink,
  endDocumentLink: sharing.endDocumentLink,
  listSharedLinks: sharing.listSharedLinks,
  replayMessage,
  listInboxSuggestions,
  tryInboxItem,
  resolveInboxItem,
  retryInbox,
  retryInboxItem,
  tryMessage,
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  dismissDeliveries,
  dismissJobs,
  listStandstills,
  runJobsAgain,
  listMapVehicles,
}
