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
  accounting_code: '400140',
}
const tractor = { name: 'Tractor 7', external_id: 'FLEET-7', tractor: { license_plate: '1-ABC-234' } }
const holiday = {
  ...{ external_id: 'HR-5521', start_time: '2026-12-21T00:00:00Z', end_time: '2026-12-27T00:00:00Z' },
  reason: 'DRIVER_HOLIDAY',
}
// Reports concern the past: one in the future is refused.
const reported = '2026-11-02T08:15:00Z'
const status = { updates: [{ event_time: reported, stop: { id, status: 'AT_STOP' } }] }
const orderNamed = (name: string) => ({ matches_all: [{ order: { name: { matches_any: [name] } } }] })
const booking = { matches_all: [{ booking_reference: { matches_any: ['BOOKING-4711'] } }] }
const file = {
  embedded_document: { content: 'JVBERi0xLjQK', content_type: 'application/pdf', filename: 'consignment-note.pdf' },
}
const invoice = {
  ...{ date: '2026-11-30', currency: 'EUR', customer: { accounting_code: '400140' }, billing_entity: { code: 'MAIN' } },
  charges: [{ amount_excl_tax: '415.00', description: 'Rotterdam - Duisburg', price_list_item: { code: 'FREIGHT' } }],
}

/** Example requests by operation, including the optional members that show its purpose. */
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
        tracking_update_data: [{ position: { timestamp: reported, latitude: 51.05, longitude: 3.72 } }],
      },
    ],
  },
  importTrip: {
    trip_identifier: 'TRIP-88',
    planned_stops: [
      { sequence: 0, id, start_timestamp: '2026-11-30T08:15:00Z', end_timestamp: '2026-11-30T09:00:00Z' },
    ],
    primary_resources: [{ id }],
  },
  uploadSubcontractorDocument: file,
  uploadFleetDocument: file,
  importDocument: file,
  updateOrdersPartially: {
    updates: [
      {
        match: orderNamed('O-000001'),
        update: { operation: 'UPDATE', data: { planning_instructions: 'Call the gate an hour before' } },
      },
    ],
  },
  updateLocationBooking: { updates: [{ match: booking, event_time: reported, status: 'BOOKED' }] },
  updateIntermodalStatus: {
    updates: [{ match: booking, event_time: reported, status: { booking_status: 'BOOKED' } }],
  },
  updateBillingDocuments: {
    updates: [
      {
        sales_invoice: {
          match: { matches_all: [{ sales_invoice: { name: { matches_any: ['2026000123'] } } }] },
          custom_fields: { booked_as: '2026-1188' },
        },
      },
    ],
  },
  receiveEInvoice: {
    ...{ invoice_type: 'PURCHASE', name: 'F-2026-17', date: '2026-11-15', due_date: '2026-12-15', currency: 'EUR' },
    ...{ total_excl_tax: '540.00', total_tax: '0.00', total_incl_tax: '540.00' },
    supplier: { name: 'De Vries Transport BV', vat_number: 'NL001234567B01' },
    line_items: [
      { description: 'Rotterdam - Gent', amount: '540.00', currency: 'EUR', references: { trip_name: 'TRIP-0001' } },
    ],
  },
  setSalesInvoicePayment: { status: 'PAID' },
  setPurchaseInvoicePayment: { status: 'PAID' },
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
