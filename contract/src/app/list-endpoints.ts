import { changeCompanies, countCompanyRecords, exportCompanyList } from './company-list.ts'
import { dismissDeliveries } from './deliveries.ts'
import { countDocuments, downloadDocuments, exportDocumentList, removeDocuments } from './document-list.ts'
import * as integrations from './integration-lists.ts'
import { changeLocations, countLocationRecords, exportLocationList, listLocationRecords } from './location-list.ts'
import {
  dismissInboxItem,
  getInboxCounts,
  getMessage,
  listInboxItems,
  listMessages,
  listMissingProofs,
  replayMessage,
  resolveInboxItem,
  retryInbox,
  retryInboxItem,
  tryMessage,
} from './messages.ts'
import { changeResources, exportResourceList } from './resource-list.ts'
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from './saved-views.ts'
import {
  countUploads,
  exportUploads,
  getUpload,
  listUploads,
  retryUpload,
  retryUploads,
  retryUploadsOfCause,
} from './uploads.ts'
import { dismissJobs, listStandstills, runJobsAgain } from './waiting.ts'

/** What lists of screens have beside their rows: counts beside filters, CSV, one thing done to many, and kept views. */
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
  ...integrations,
  dismissInboxItem,
  getInboxCounts,
  getMessage,
  listInboxItems,
  listMessages,
  listMissingProofs,
  replayMessage,
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
}
