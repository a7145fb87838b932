import { deviceSetting } from '../device/setting.ts'

/** Whether the list of unplanned orders is folded, so that the board has its room. */
export const poolFold = deviceSetting('pool', ['open', 'folded'])

/** Folds the list, or unfolds it. */
export function togglePool(): void {
  poolFold.choose(poolFold.read() === 'open' ? 'folded' : 'open')
}
