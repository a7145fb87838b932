// biome-ignore-all format: one icon a line
// Shapes of Lucide, under the licence that `ui/icons.tsx` has, which only these pages show.
import { icon } from '../ui/icons.tsx'

export const User = icon('M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0')
