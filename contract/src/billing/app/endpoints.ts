import { countInvoices, exportInvoiceList, getInvoiceRecord, listInvoices, previewInvoice } from './document.ts'
import {
  changeDraft,
  createDrafts,
  creditInvoice,
  discardDrafts,
  finaliseDrafts,
  moveDraftLines,
  refreshDrafts,
  reviewDrafts,
} from './draft.ts'
import { getMailServer, removeMailServer, setMailServer, testMailServer } from './mail-server.ts'
import { getCompanyBilling, getEntityBilling, setCompanyBilling, setEntityBilling } from './preference.ts'
import {
  finaliseInvoiceRun,
  getInvoiceRun,
  listInvoiceRuns,
  resumeInvoiceRun,
  startInvoiceRun,
  stopInvoiceRun,
} from './run.ts'
import {
  countSendings,
  exportSendings,
  listInvoiceSendings,
  listSendings,
  resendSendings,
  sendInvoice,
  setSendingStatus,
} from './sending.ts'

/** What our application calls about invoices and credit notes. */
export const billingEndpoints = {
  countInvoices,
  exportInvoiceList,
  getInvoiceRecord,
  listInvoices,
  previewInvoice,
  changeDraft,
  createDrafts,
  creditInvoice,
  discardDrafts,
  finaliseDrafts,
  moveDraftLines,
  refreshDrafts,
  reviewDrafts,
  getCompanyBilling,
  getEntityBilling,
  setCompanyBilling,
  setEntityBilling,
  finaliseInvoiceRun,
  getInvoiceRun,
  listInvoiceRuns,
  resumeInvoiceRun,
  startInvoiceRun,
  stopInvoiceRun,
  countSendings,
  exportSendings,
  listInvoiceSendings,
  listSendings,
  resendSendings,
  sendInvoice,
  setSendingStatus,
  getMailServer,
  removeMailServer,
  setMailServer,
  testMailServer,
}
