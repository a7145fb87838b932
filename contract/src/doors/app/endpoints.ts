import * as carrier from './carrier.ts'
import * as driver from './driver.ts'
import * as driverReports from './driver-reports.ts'
import * as links from './links.ts'
import * as logos from './logos.ts'
import * as portal from './portal.ts'
import * as portalEntry from './portal-entry.ts'
import * as portalLinks from './portal-links.ts'
import * as requests from './requests.ts'
import { getTrackedOrder } from './tracking.ts'

/** Operations of links and of the pages they open, by operation id. */
export const doorEndpoints = {
  createTrackingLink: links.createTrackingLink,
  listTrackingLinks: links.listTrackingLinks,
  revokeTrackingLink: links.revokeTrackingLink,
  createCarrierLink: links.createCarrierLink,
  listCarrierLinks: links.listCarrierLinks,
  revokeCarrierLink: links.revokeCarrierLink,
  createDriverLink: links.createDriverLink,
  listDriverLinks: links.listDriverLinks,
  revokeDriverLink: links.revokeDriverLink,
  getTrackedOrder,
  getTrackingLogo: logos.getTrackingLogo,
  getCarrierLogo: logos.getCarrierLogo,
  getPortalLogo: logos.getPortalLogo,
  getDriverLogo: logos.getDriverLogo,
  getOwnHours: driver.getOwnHours,
  getCarrierTrip: carrier.getCarrierTrip,
  answerCarrierTrip: carrier.answerCarrierTrip,
  offerCarrierPrice: carrier.offerCarrierPrice,
  reportCarrierStop: carrier.reportCarrierStop,
  uploadCarrierDocument: carrier.uploadCarrierDocument,
  createPortalLink: portalLinks.createPortalLink,
  listPortalLinks: portalLinks.listPortalLinks,
  revokePortalLink: portalLinks.revokePortalLink,
  getPortal: portal.getPortal,
  listPortalOrders: portal.listPortalOrders,
  exportPortalOrders: portal.exportPortalOrders,
  getPortalOrder: portal.getPortalOrder,
  getPortalDocument: portal.getPortalDocument,
  reviewPortalCharges: portal.reviewPortalCharges,
  createPortalRequest: portal.createPortalRequest,
  getPortalDraft: portalEntry.getPortalDraft,
  createPortalOrder: portalEntry.createPortalOrder,
  getPortalUpload: portalEntry.getPortalUpload,
  getDriverDay: driver.getDriverDay,
  reportDriverActs: driver.reportDriverActs,
  uploadDriverFile: driver.uploadDriverFile,
  listTripDriverActs: driver.listTripDriverActs,
  dismissDriverReport: driverReports.dismissDriverReport,
  decideCarrierOffer: requests.decideCarrierOffer,
  decideOrderRequest: requests.decideOrderRequest,
  setDriverPosition: driver.setDriverPosition,
  reportDriverPositions: driver.reportDriverPositions,
} as const
