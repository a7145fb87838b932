import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'
import { choiceWords } from '../settings/form/choice.words.ts'

/** Ways to calculate a line. */
export const blockWords: CodeWords = {
  FIXED: msg`Fixed amount`,
  PER_UNIT: msg`Price per unit`,
  STEPPED: msg`Brackets: whole quantity at one price`,
  INCREMENTAL: msg`Brackets: each part at its own price`,
  TABLE: msg`Tariff table`,
  PERCENT: msg`Percentage`,
  INDEX: msg`Price of an index`,
  TIME: msg`Time beyond free time`,
  DAYS: msg`Days beyond free days`,
  PASS_THROUGH: msg`Costs plus margin`,
  FORMULA: msg`Formula`,
}

/** Kinds inside a block: quantities, percentages, counts of days. */
export const partWords: CodeWords = {
  FACT: msg`Measure`,
  CHARGEABLE: msg`Chargeable weight`,
  FORMULA: blockWords.FORMULA!,
  FIXED: msg`Fixed percentage`,
  DIRECT: msg`Value of the index`,
  STEPS: msg`Steps above a base value`,
  TABLE: msg`Brackets of the index`,
  DATES: msg`Between two dates`,
}

/** What a condition compares with. */
export const conditionWords: CodeWords = {
  IS: msg`is`,
  IS_NOT: msg`is not`,
  IN: msg`is one of`,
  NOT_IN: msg`is none of`,
  BETWEEN: msg`is between`,
  PREFIX: msg`begins with`,
  WEEKDAY: msg`is on a`,
  HAS: msg`includes`,
  HAS_NOT: msg`does not include`,
  KNOWN: msg`is known`,
  FORMULA: msg`formula`,
}

/** What a line is repeated for. */
export const scopeWords: CodeWords = {
  ORDER: msg`Per order`,
  CONSIGNMENT: msg`Per consignment`,
  STOP: msg`Per stop`,
  TRIP: msg`Per trip`,
  GROUP: msg`Per consolidated shipment`,
}

/** Choices of lines and cards. */
export const lineChoiceWords: CodeWords = {
  ...choiceWords,
  ...scopeWords,
  FLAT: msg`Flat`,
  UNIT: msg`Per unit`,
  '100_UNITS': msg`Per 100 units`,
  STEPPED: msg`Whole quantity at one price`,
  INCREMENTAL: msg`Each part at its own price`,
  CALENDAR: msg`Calendar days`,
  WORKING: msg`Working days`,
  EVENT_DAY: msg`Day of the event`,
  DAY_AFTER: msg`Day after the event`,
  PICKUP: msg`Pickup date`,
  DELIVERY: msg`Delivery date`,
  ORDERED: msg`Order date`,
  DELIVERY_DAY: msg`Orders to one place on one day`,
  COMPANY: msg`Company`,
  ALL: msg`All companies`,
  OWN_FLEET: msg`Own fleet`,
  from: msg`at least`,
  above: msg`more than`,
  to: msg`at most`,
  below: msg`less than`,
}

/** Members of lines and blocks; `TIME.free` where a member means something of its own in a block. */
export const lineMemberWords: CodeWords = {
  type: msg`Charge type`,
  key: msg`Line key`,
  scope: msg`Charged`,
  group: msg`Alternatives group`,
  min: msg`Minimum`,
  max: msg`Maximum`,
  round: msg`Round to`,
  role: msg`Role`,
  approval: msg`First approval`,
  description: msg`Text on the invoice`,
  on_cancel: msg`For cancelled orders only`,
  price: msg`Price`,
  per: msg`Price is for`,
  quantity: msg`Quantity`,
  brackets: msg`Prices`,
  from: msg`From`,
  to: msg`To`,
  fact: msg`Measure`,
  'TIME.fact': msg`Minutes`,
  'TIME.free': msg`Free minutes`,
  'TIME.unit': msg`Unit (minutes)`,
  'TIME.price': msg`Price per unit`,
  'DAYS.free': msg`Free days`,
  'DATES.from': msg`Starts with`,
  'DATES.to': msg`Ends with`,
  'FORMULA.unit': msg`Unit (UNECE code)`,
  free: msg`Free units`,
  round_up: msg`Round up to`,
  m3: msg`kg per m³`,
  ldm: msg`kg per LDM`,
  pallet: msg`kg per pallet space`,
  formula: msg`Formula`,
  table: msg`Tariff table`,
  rows: msg`Row found by`,
  breaks: msg`Columns`,
  lower_break: msg`Charge the next bracket when it is cheaper`,
  of: msg`Charge types`,
  rate: msg`Percentage`,
  'INDEX.rate': msg`Price`,
  percent: msg`Percentage`,
  index: msg`Index`,
  base: msg`Base value`,
  step: msg`Step`,
  per_step: msg`Added per full step`,
  floor: msg`At least`,
  cap: msg`At most`,
  days: msg`Days`,
  calendar: msg`Counted`,
  first: msg`First day that counts`,
  counts_last: msg`The last day counts`,
  margin_percent: msg`Margin (%)`,
  is_optional: msg`Leave the line out when there are no costs`,
}
