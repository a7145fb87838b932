import type { ADRPackagingType } from '@cartage/contract/orders/adr'
import type { z } from 'zod'
import { labelsOf } from '../languages/labels.ts'

type AdrPackaging = z.output<typeof ADRPackagingType>

/** Labels shared by several papers, in one language. */
export interface PaperLabels {
  loadingList: string
  deliveryNote: string
  order: string
  trip: string
  date: string
  vehicle: string
  driver: string
  carrier: string
  customer: string
  reference: string
  customerReference: string
  sender: string
  consignee: string
  deliverTo: string
  loadAt: string
  onBoard: string
  unloadAt: string
  staysOnBoard: string
  line: string
  marks: string
  packages: string
  packing: string
  nature: string
  weight: string
  volume: string
  loadingMetres: string
  total: string
  container: string
  invoice: string
  seal: string
  temperature: string
  to: string
  dangerous: string
  limitedQuantities: string
  /** The mark of ADR 5.4.1.1.18. */
  environment: string
  /** Label of the points of ADR 1.1.3.6.3. */
  points: string
  category: string
  emergency: string
  gross: string
  net: string
  note: string
  remarks: string
  received: string
  nameAndSignature: string
  driverSignature: string
  pieces: string
  adrPackaging: Readonly<Record<AdrPackaging, string>>
  /** With `{page}` and `{pages}`. */
  page: string
}

/** Labels of papers in a language. */
export const paperLabels = labelsOf<PaperLabels>('paper', {
  loadingList: 'Loading list',
  deliveryNote: 'Delivery note',
  order: 'Order',
  trip: 'Trip',
  date: 'Date',
  vehicle: 'Vehicle',
  driver: 'Driver',
  carrier: 'Carrier',
  customer: 'Customer',
  reference: 'Reference',
  customerReference: 'Customer reference',
  sender: 'Sender',
  consignee: 'Consignee',
  deliverTo: 'Deliver to',
  loadAt: 'Load',
  onBoard: 'Already on board',
  unloadAt: 'Unload',
  staysOnBoard: 'stays on board',
  line: 'No.',
  marks: 'Marks and numbers',
  packages: 'Packages',
  packing: 'Packing',
  nature: 'Goods',
  weight: 'Weight kg',
  volume: 'm³',
  loadingMetres: 'LDM',
  total: 'Total',
  container: 'Container',
  invoice: 'Invoice',
  seal: 'Seal',
  temperature: 'Temperature',
  to: 'to',
  dangerous: 'Dangerous goods (ADR) on board',
  limitedQuantities: 'Dangerous goods in limited quantities (ADR 3.4)',
  environment: 'ENVIRONMENTALLY HAZARDOUS',
  points: 'ADR 1.1.3.6.3, points of this consignment',
  category: 'transport category',
  emergency: 'Emergency number',
  gross: 'gross',
  net: 'net',
  note: 'Note',
  remarks: 'Remarks on receipt',
  received: 'Goods received',
  nameAndSignature: 'Name, date, time, signature',
  driverSignature: "Driver's signature",
  pieces: 'pieces',
  adrPackaging: {
    BOX: 'box',
    COMPOSITE_PACKAGING: 'composite packaging',
    DRUM: 'drum',
    GAS_RECEPTABLE: 'gas receptacle',
    INTERMEDIATE_BULK_CONTAINER: 'IBC',
    JERRICAN: 'jerrican',
    LARGE_PACKAGING: 'large packaging',
    LIGHT_GAUGE_METAL_PACKAGINGS: 'light gauge metal packaging',
    BAG: 'bag',
    TANK_CONTAINER: 'tank container',
  },
  page: 'Page {page} of {pages}',
})
