import { readTariffTable, tryRates } from './bench.ts'
import { addIndexValues, changePriceIndex, createPriceIndex, listPriceIndexes } from './indexes.ts'
import {
  createRateRecord,
  discardRateDraft,
  getRateRecord,
  getRateVersion,
  listRateRecordHistory,
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
  listRateRecordHistory,
  createRateRecord,
  saveRateDraft,
  discardRateDraft,
  publishRateDraft,
  retireRateVersion,
  listPriceIndexes,
  createPriceIndex,
  changePriceIndex,
  addIndexValues,
  tryRates,
  readTariffTable,
}
