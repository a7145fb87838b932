import { readTariffTable, tryRates } from './bench.ts'
import { addIndexValues, createPriceIndex, listPriceIndexes } from './indexes.ts'
import {
  createRateRecord,
  discardRateDraft,
  getRateRecord,
  getRateVersion,
  listRateRecords,
  publishRateDraft,
  retireRateVersion,
  saveRateDraft,
} from './records.ts'

/** What the application calls for rates, by operation id. */
export const rateEndpoints = {
  listRateRecords,
  getRateRecord,
  getRateVersion,
  createRateRecord,
  saveRateDraft,
  discardRateDraft,
  publishRateDraft,
  retireRateVersion,
  listPriceIndexes,
  createPriceIndex,
  addIndexValues,
  tryRates,
  readTariffTable,
}
