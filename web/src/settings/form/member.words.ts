import { msg } from '@lingui/core/macro'
import { type CodeWords, useWords } from '../../records/code-words.ts'
import { memberWords } from '../../records/member.words.ts'

/** Members that settings alone have. */
export const ownWords: CodeWords = {
  rank: msg`Sort order`,
  create_missing_companies: msg`Create unknown customers automatically`,
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
  positions: msg`Positions`,
  send_events: msg`Send all positions`,
  geofence: msg`Detect arrivals from GPS`,
  geofence_radius_m: msg`Location radius (m)`,
  geofence_dwell_minutes: msg`Minimum stay (min)`,
  max_speed_kmh: msg`Maximum plausible speed (km/h)`,
  road_engine: msg`Routing engine`,
  kind: msg`Type`,
  url: msg`Address`,
  accepts_record_ids: msg`Accept record IDs from another installation`,
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
  return useWords(words)
}
