import {
  acceptPurchase,
  confirmPurchaseAccount,
  countPurchases,
  exportPurchases,
  getPurchase,
  listPurchases,
  matchPurchase,
  openReceivedFile,
  rejectPurchase,
  reopenPurchase,
} from '../app.ts'
import { changeSelfBillingAgreement, createSelfBillingAgreement, listSelfBillingAgreements } from './agreement.ts'
import { customerDocumentEndpoints } from './customer.ts'
import {
  agreeSelfBilled,
  createSelfBilledDrafts,
  finaliseSelfBilled,
  objectSelfBilled,
  withdrawSelfBilled,
} from './self-billing.ts'
import { transferEndpoints } from './transfers.ts'
import { typePurchase } from './typed.ts'
import { unplacedEndpoints } from './unplaced.ts'
import { uploadPurchase } from './upload.ts'

/** What our application calls about purchase documents. */
export const purchaseEndpoints = {
  listPurchases,
  countPurchases,
  exportPurchases,
  getPurchase,
  openReceivedFile,
  acceptPurchase,
  confirmPurchaseAccount,
  rejectPurchase,
  reopenPurchase,
  matchPurchase,
  uploadPurchase,
  typePurchase,
  ...transferEndpoints,
  ...unplacedEndpoints,
  ...customerDocumentEndpoints,
  listSelfBillingAgreements,
  createSelfBillingAgreement,
  changeSelfBillingAgreement,
  createSelfBilledDrafts,
  agreeSelfBilled,
  objectSelfBilled,
  withdrawSelfBilled,
  finaliseSelfBilled,
}
