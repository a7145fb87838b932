import { deviceSetting } from './setting.ts'

/** Row density of lists. */
export const density = deviceSetting('density', ['normal', 'compact'], apply)

function apply(value: 'normal' | 'compact'): void {
  document.documentElement.dataset.density = value
}

/** Sets the density before the first paint. */
export function startDensity(): void {
  apply(density.read())
}
