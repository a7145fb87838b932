import { msg } from '@lingui/core/macro'
import { createContext, useContext } from 'react'
import { type CodeWords, useWords } from '../../records/code-words.ts'
import { memberWords } from '../../records/member.words.ts'
import { choiceWords } from './choice.words.ts'

/** Members that settings alone have. */
export const ownWords: CodeWords = {
  rank: msg`Sort order`,
  create_missing_companies: msg`Create unknown customers automatically`,
  accept_requested_price: msg`Charge the requested price`,
  export_alias: msg`Export name`,
  sizes: msg`Dimensions`,
  length_m: msg`Length (m)`,
  width_m: msg`Width (m)`,
  height_m: msg`Height (m)`,
  weight_kg: msg`Empty weight (kg)`,
  subject_types: msg`May belong to`,
  target: msg`Save answer as`,
  default_file_name: msg`File name`,
  field: msg`Field`,
  is_default: msg`Default`,
  country: memberWords.country,
  accounting_currency: msg`Accounting currency`,
  payment_term: msg`Payment term`,
  iban: msg`IBAN`,
  bic: msg`BIC`,
  address: memberWords.address,
  street: memberWords.address,
  postal_code: msg`Postal code`,
  city: msg`Town`,
  contact: msg`Contact for invoices`,
  phone: msg`Phone`,
  email: msg`E-mail`,
  electronic_address: msg`Electronic address`,
  scheme: msg`Scheme (EAS)`,
  footer: msg`Footer of invoices`,
  nl: msg`Dutch`,
  fr: msg`French`,
  de: msg`German`,
  en: msg`English`,
  post_automatically: msg`Post invoices automatically`,
  use: msg({ message: 'Used for', context: 'account' }),
  invoice_type: msg`Document`,
  treatment: msg`Tax treatment`,
  percentage: msg`Rate (%)`,
  base_percentage: msg`Standard rate (%), if different`,
  category: msg`VAT category`,
  vatex_code: msg`VATEX code`,
  tax_type: msg`Tax type`,
  valid_from: msg`Valid from`,
  valid_to: msg`Valid until`,
  vat_account: msg`VAT account`,
  includes_subcontractors: msg`Also for carriers`,
  account_overrides: msg`Other accounts`,
  side: msg`Sales or costs`,
  tax_category: msg`VAT category`,
  department: msg`Department`,
  account: msg`Account`,
  applies_to: msg`Used for`,
  prefix: msg`Prefix`,
  series: msg`Series`,
  year_style: msg`Year`,
  separator: msg`Separator`,
  digits: msg`Minimum digits`,
  first_number: msg`First number`,
  restarts_yearly: msg`Restart numbering each year`,
  is_gapless: msg`No gaps`,
  resource_events_at_dispatch: msg`Share vehicle and driver only after dispatch`,
  dispatch_draft_minutes: msg`Delay before updating carriers about a draft trip (min, empty: on confirmation)`,
  dispatch_answer_minutes: msg`Time for carriers to answer a dispatch (min)`,
  positions: msg`Positions`,
  send_events: msg`Send all positions`,
  geofence: msg`Detect arrivals from GPS`,
  geofence_radius_m: msg`Location radius (m)`,
  geofence_dwell_minutes: msg`Minimum stay (min)`,
  max_speed_kmh: msg`Maximum plausible speed (km/h)`,
  road_engine: msg`Routing engine`,
  kind: msg`Type`,
  name_nl: msg`Name (Dutch)`,
  name_fr: msg`Name (French)`,
  name_de: msg`Name (German)`,
  text_nl: msg`Text (Dutch)`,
  text_fr: msg`Text (French)`,
  text_de: msg`Text (German)`,
  url: msg`Address`,
  profile: msg`Profile`,
  accepts_record_ids: msg`Accept record IDs from another installation`,
  structured_invoices: msg`Countries with mandatory structured invoices`,
  booking_dates: msg`Booking dates other than the document date`,
  cost_allocation: msg`Divide costs of a trip by`,
  purchase_tolerance: msg`Tolerance for supplier invoices (the smaller of the two)`,
  positions_days: msg`Positions (days, empty: as long as the installation keeps them)`,
  messages_days: msg`Messages of partners (days)`,
  mails_days: msg`Text and address of sent e-mails (days, empty: no end)`,
  order_contacts_days: msg`Contacts of orders, after they ended (days, empty: no end)`,
  documents_days: msg`Documents of orders and trips, after they ended (days, empty: no end)`,
  people_days: msg`Names of archived drivers and contacts (days, empty: until erased)`,
  audit_days: msg`Audit trail (days, empty: no end)`,
  intermodal_status: msg`Enable webhook intermodal-status (preview)`,
  messages: msg`Incoming messages`,
  keep_position_messages: msg`Keep full position messages`,
  document_import: msg`Document import`,
  parameters: msg`Query parameter names`,
  document_name: msg`Document name`,
  id: msg`Order ID`,
  default_document_type: msg`Default document type`,
}

const words: CodeWords = { ...memberWords, ...ownWords }

/** What people call a member of a setting. */
export function useSettingWord(): (name: string) => string {
  return useWords({ ...words, ...useContext(FormWords).members })
}

/** What people call a choice of a setting. */
export function useChoiceWord(): (code: string) => string {
  return useWords({ ...choiceWords, ...useContext(FormWords).choices })
}

/** Words of a form that is no setting: a member or a choice can mean something else in it. */
export const FormWords = createContext<{ members?: CodeWords; choices?: CodeWords }>({})
