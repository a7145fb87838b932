import type { NewCompany } from '../companies/store.ts'
import type { NewReference } from '../tenants/rules.ts'

/** Reference data of the demo tenant, in addition to the minimum of every tenant. */
export const demoReference: NewReference = {
  transport_services: [
    { code: 'GENERAL', name: 'General' },
    { code: 'FTL', name: 'Full truck load' },
    { code: 'LTL', name: 'Part load' },
    { code: 'GROUPAGE', name: 'Groupage' },
    { code: 'CONTAINER', name: 'Container haulage' },
    { code: 'REEFER', name: 'Temperature controlled' },
    { code: 'TANK', name: 'Tank transport' },
  ],
  service_levels: [
    { code: 'STANDARD', name: 'Standard' },
    { code: 'EXPRESS', name: 'Express' },
    { code: 'ECONOMY', name: 'Economy' },
    { code: 'FIXED', name: 'Fixed time' },
  ],
  packaging_types: [
    {
      code: 'PALLET',
      name: 'Pallet',
      sizes: [
        {
          code: 'EUR',
          name: 'Euro pallet',
          length_m: 1.2,
          width_m: 0.8,
          height_m: 0.144,
          weight_kg: 25,
          loading_meters: 0.4,
          pallet_spaces: 1,
        },
        {
          code: 'BLOCK',
          name: 'Block pallet',
          length_m: 1.2,
          width_m: 1,
          height_m: 0.15,
          weight_kg: 30,
          loading_meters: 0.5,
          pallet_spaces: 1.25,
        },
        { code: 'HALF', name: 'Half pallet', length_m: 0.8, width_m: 0.6, loading_meters: 0.2, pallet_spaces: 0.5 },
      ],
    },
    {
      code: 'ROLLCAGE',
      name: 'Roll cage',
      sizes: [{ code: 'STD', name: 'Standard', length_m: 0.8, width_m: 0.7, height_m: 1.8 }],
    },
    { code: 'CRATE', name: 'Crate' },
    { code: 'COIL', name: 'Coil' },
    { code: 'BIGBAG', name: 'Big bag', sizes: [{ code: 'STD', name: '1000 kg', length_m: 0.9, width_m: 0.9 }] },
  ],
  custom_activities: [
    { code: 'CLEANING', label: 'Cleaning' },
    { code: 'WEIGHING', label: 'Weighing' },
    { code: 'CUSTOMS', label: 'Customs clearance' },
    { code: 'FUMIGATION', label: 'Fumigation' },
    { code: 'PARKING', label: 'Secured parking' },
    { code: 'PLUGIN', label: 'Plug in reefer' },
  ],
  container_types: [
    { code: '20GP', name: "20' standard", iso_code: '22G1' },
    { code: '20TK', name: "20' tank", iso_code: '22T6' },
    { code: '40GP', name: "40' standard", iso_code: '42G1' },
    { code: '40HC', name: "40' high cube", iso_code: '45G1' },
    { code: '40RH', name: "40' reefer high cube", iso_code: '45R1' },
    { code: '45HC', name: "45' high cube", iso_code: 'L5G1' },
  ],
  extras: [
    { code: 'TAIL_LIFT', name: 'Tail lift' },
    { code: 'ADR', name: 'ADR equipment', description: 'Orange plates, extinguishers and a kit for dangerous goods.' },
    { code: 'STRAPS', name: '24 straps' },
    { code: 'GENSET', name: 'Generator set' },
    // RES-10: two with the same code, to demonstrate the refusal.
    { code: 'FORKLIFT', name: 'Truck-mounted fork lift, 2 t' },
    { code: 'FORKLIFT', name: 'Truck-mounted fork lift, 3.5 t' },
  ],
  document_types: [
    { code: 'TRANSPORT_LICENCE', name: 'Transport licence', subject_types: ['RESOURCE', 'COMPANY'], rank: 10 },
    { code: 'CUSTOMS_DOCUMENT', name: 'Customs document', subject_types: ['ORDER'], rank: 11 },
    { code: 'TEMPERATURE_REPORT', name: 'Temperature report', subject_types: ['ORDER', 'STOP'], rank: 12 },
    {
      code: 'CONTAINER_CLEANING_CERTIFICATE',
      name: 'Cleaning certificate',
      subject_types: ['ORDER', 'STOP'],
      rank: 13,
    },
  ],
  question_path_keys: [
    {
      code: 'TEMPERATURE',
      name: 'Temperature report',
      document_type: 'TEMPERATURE_REPORT',
      default_file_name: 'TEMPERATURE.pdf',
      rank: 4,
    },
  ],
  departments: [
    { code: 'ROAD', name: 'Road transport' },
    { code: 'CONTAINER', name: 'Container haulage' },
    { code: 'TANK', name: 'Tank transport' },
  ],
  planning_groups: [
    { code: 'BENELUX', name: 'Benelux' },
    { code: 'DE', name: 'Germany' },
    { code: 'PORT', name: 'Port of Antwerp' },
  ],
  billing_entities: [
    {
      code: 'NL',
      name: 'Demo Transport Nederland',
      legal_name: 'Demo Transport Nederland B.V.',
      vat_number: 'NL000099998B57',
      company_registration_number: '00000000',
    },
  ],
  number_ranges: [
    {
      code: 'INVOICE',
      name: 'Sales invoices',
      applies_to: 'INVOICE',
      prefix: 'INV',
      year_style: 'FULL',
      separator: '-',
      digits: 5,
      restarts_yearly: true,
      is_gapless: true,
    },
    {
      code: 'CREDIT_NOTE',
      name: 'Credit notes',
      applies_to: 'CREDIT_NOTE',
      prefix: 'CN',
      year_style: 'FULL',
      separator: '-',
      digits: 5,
      restarts_yearly: true,
      is_gapless: true,
    },
  ],
}

/** Companies of the demo tenant; all of them invented. */
export const demoCompanies: readonly Omit<NewCompany, 'company_id'>[] = [
  { name: 'Demo customer', code: 'DEMO', accounting_code: '400001', is_customer: true },
  { name: 'Noordzee Chemie', code: 'NZC', accounting_code: '400010', is_customer: true },
  { name: 'Brouwerij De Linde', code: 'LINDE', accounting_code: '400020', is_customer: true },
  { name: 'Papierfabriek Maasdal', code: 'MAASDAL', accounting_code: '400030', is_customer: true },
  { name: 'Rheinwerk Stahlhandel', code: 'RHEIN', accounting_code: '400040', is_customer: true },
  { name: 'Vergers du Midi', code: 'VERGERS', accounting_code: '400050', is_customer: true },
  { name: 'Scheldt Container Line', code: 'SCL', accounting_code: '400060', is_customer: true },
  { name: 'Albion Homeware', code: 'ALBION', accounting_code: '400070', is_customer: true, currency: 'GBP' },
  { name: 'Late Payer Trading', code: 'LATE', accounting_code: '400080', is_customer: true, status: 'BLOCKED' },
  { name: 'Transport Wouters', code: 'WOUTERS', accounting_code: '440010', is_subcontractor: true },
  { name: 'Spedition Kessler', code: 'KESSLER', accounting_code: '440020', is_subcontractor: true },
  { name: 'Polder Trucking', code: 'POLDER', accounting_code: '440030', is_customer: true, is_subcontractor: true },
]
