const id = '7b0f3f0e-5d0f-4a59-9a0c-2f4d5b8f7c11'
const quay = { name: 'Quay 12', city: 'Rotterdam', country: 'NL' }
const warehouse = { name: 'Warehouse 3', city: 'Duisburg', country: 'DE' }
const order = {
  operation: 'CREATE',
  order_identifier: 'ORDER-1',
  customer: { code: 'BAKERY' },
  transport_service: { code: 'GENERAL' },
  consignments: [
    {
      pickup_stop: { date: '2026-11-30', location: quay, time_window: { start_time: '08:00', end_time: '12:00' } },
      delivery_stop: { date: '2026-12-01', location: warehouse },
      goods: [{ product_name: 'Flour', quantity: 12, total_weight_kg: 9000 }],
    },
  ],
}
const company = {
  ...{ name: 'Bakery', code: 'BAKERY', legal_name: 'Bakery NV', vat_number: 'BE0123456749', currency: 'EUR' },
  ...{ is_customer: true, payment_term: { code: 'NET_30' }, sales: { billing_entities: [{ code: 'MAIN' }] } },
  billing_location: { address: 'Dok Noord 1', postal_code: '9000', city: 'Gent', country: 'BE' },
}
const tractor = { name: 'Tractor 7', external_id: 'FLEET-7', tractor: { license_plate: '1-ABC-234' } }
const holiday = {
  ...{ external_id: 'HR-5521', start_time: '2026-12-21T00:00:00Z', end_time: '2026-12-27T00:00:00Z' },
  reason: 'DRIVER_HOLIDAY',
}
const status = { updates: [{ event_time: '2026-11-30T08:15:00Z', stop: { id, status: 'AT_STOP' } }] }
const invoice = {
  ...{ date: '2026-11-30', currency: 'EUR', customer: { accounting_code: '400140' }, billing_entity: { code: 'MAIN' } },
  charges: [{ amount_excl_tax: '415.00', description: 'Rotterdam - Duisburg', price_list_item: { code: 'FREIGHT' } }],
}

/** Requests as they are sent, by operation, where members that may be left out say what the operation is for. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  uploadOrder: order,
  importOrder: order,
  createCompany: company,
  updateCompany: company,
  patchCompany: { payment_term: { code: 'NET_14' } },
  changeCompany: { payment_term: { code: 'NET_14' } },
  syncCompanies: { source: 'ERP', dry_run: true, items: [company] },
  createResource: tractor,
  replaceResource: tractor,
  updateResource: { note: 'In the workshop until Friday' },
  syncResources: { source: 'FLEET', dry_run: true, items: [tractor] },
  createUnavailability: holiday,
  replaceUnavailability: holiday,
  syncUnavailabilities: {
    ...{ source: 'HR', dry_run: true, items: [{ ...holiday, resource: { external_id: 'DRIVER-12' } }] },
    window: { start: '2026-12-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
  },
  updateSubcontractorStatus: status,
  updateFleetStatus: status,
  updateTracking: {
    updates: [
      {
        tracking_match: { matches_any: [{ resource: { vehicle: { generic_id: { matches_any: ['FLEET-7'] } } } }] },
        tracking_update_data: [{ position: { timestamp: '2026-11-30T08:15:00Z', latitude: 51.05, longitude: 3.72 } }],
      },
    ],
  },
  importTrip: {
    trip_identifier: 'TRIP-88',
    planned_stops: [
      { sequence: 1, id, start_timestamp: '2026-11-30T08:15:00Z', end_timestamp: '2026-11-30T09:00:00Z' },
    ],
    primary_resources: [{ id }],
  },
  createExchangeRate: {
    ...{ exchange_rate_date: '2026-11-30', from_currency: 'EUR', to_currency: 'GBP' },
    ...{ exchange_rate: '0.8', inverse_exchange_rate: '1.25' },
  },
  createSalesInvoice: invoice,
  createSalesCreditNote: invoice,
  patchSalesInvoice: { custom_fields: { booked_as: '2026-1188' } },
  patchSalesCreditNote: { custom_fields: { booked_as: '2026-1189' } },
  patchPurchaseInvoice: { custom_fields: { booked_as: '2026-0412' } },
  patchPurchaseCreditNote: { custom_fields: { booked_as: '2026-0413' } },
}
