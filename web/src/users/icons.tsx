// biome-ignore-all format: one icon a line
// Shapes of Lucide, under the licence that `ui/icons.tsx` has, which only these pages show.
import { icon } from '../ui/icons.tsx'

export const MailQuestionMark = icon('M22 10.35V6a2 2 0 00-2-2H4a2 2 0 00-2 2v12a2 2 0 002 2h12.3M22 7l-8.97 5.7a2 2 0 01-2.06 0L2 7M20 18.5c.5-1 2-1 2-2.5a2 2 0 00-2-2 2.5 2.5 0 00-2 1M20 22h.01')
export const MailX = icon('M22 12.532V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8.792M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7M16.5 16.5l5 5M21.5 16.5l-5 5')
export const UserRoundCheck = icon('M2 21a8 8 0 0 1 13.292-6M5 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0M16 19l2 2 4-4')
