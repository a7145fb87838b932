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
import { getCompanyBilling, getEntityBilling, setCompanyBilling, setEntityBilling } from './preference.ts'
import {
  finaliseInvoiceRun,
  getInvoiceRun,
  listInvoiceRuns,
  resumeInvoiceRun,
  startInvoiceRun,
  stopInvoiceRun,
} from './run.ts'

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
}
