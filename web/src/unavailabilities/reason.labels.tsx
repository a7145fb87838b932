import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CodeBadges } from '../records/code-badge.ts'
import { textOfCode } from '../records/code-labels.ts'
import { CalendarOff, CircleHelp, Clock, FileCheck, type IconComponent, Sparkles, UserX } from '../ui/icons.tsx'
import { StatusBadge, type Tone } from '../ui/status.tsx'
import { GraduationCap, HeartPulse, Palmtree, Wrench } from './icons.tsx'

const free = { tone: 'blue', icon: Palmtree } as const
const ill = { tone: 'red', icon: HeartPulse } as const
const shift = { tone: 'grey', icon: Clock } as const
const absent = { tone: 'amber', icon: UserX } as const
const check = { tone: 'violet', icon: FileCheck } as const
const repair = { tone: 'amber', icon: Wrench } as const

/** Badges of reasons. */
export const reasonBadges: CodeBadges = {
  DRIVER_HOLIDAY: { word: msg`Holiday`, ...free },
  DRIVER_SICKNESS: { word: msg`Sickness`, ...ill },
  DRIVER_TRAINING: { word: msg`Training`, tone: 'violet', icon: GraduationCap },
  DRIVER_RECUP: { word: msg`Time off in lieu`, ...free },
  DRIVER_PUBLIC_HOLIDAY: { word: msg`Public holiday`, ...free },
  DRIVER_MEDICAL_EXAM: { word: msg`Medical exam`, ...ill },
  DRIVER_WORK_ACCIDENT: { word: msg`Work accident`, ...ill },
  DRIVER_PARENTAL_LEAVE: { word: msg`Parental leave`, ...free },
  DRIVER_SOCIAL_LEAVE: { word: msg`Social leave`, ...free },
  DRIVER_UNION_LEAVE: { word: msg`Union leave`, ...free },
  DRIVER_FUNERAL: { word: msg`Funeral`, tone: 'grey', icon: CalendarOff },
  DRIVER_JOB_APPLICATION_LEAVE: { word: msg`Job application`, ...absent },
  DRIVER_LATE_START_EARLY_LEAVE: { word: msg`Late start or early leave`, ...shift },
  DRIVER_OFF_SHIFT_PATTERN: { word: msg`Off by shift pattern`, ...shift },
  DRIVER_SHIFT_PATTERN: { word: msg`Shift pattern`, ...shift },
  DRIVER_REDUCED_WORKING_HOURS_SCHEME: { word: msg`Reduced hours`, ...shift },
  DRIVER_TEMPORARY_UNEMPLOYMENT: { word: msg`Temporary unemployment`, ...absent },
  DRIVER_UNAUTHORISED_ABSENCE: { word: msg`Unauthorised absence`, ...absent },
  DRIVER_OTHER: { word: msg`Other`, ...absent },
  VEHICLE_MAINTENANCE: { word: msg`Maintenance`, ...repair },
  VEHICLE_REPAIR: { word: msg`Repair`, ...repair },
  VEHICLE_SERVICE: { word: msg`Service`, ...repair },
  VEHICLE_OFF_ROAD: { word: msg`Off the road`, tone: 'red', icon: Wrench },
  VEHICLE_INSPECTION: { word: msg`Inspection`, ...check },
  VEHICLE_MOT_TEST: { word: msg`MOT test`, ...check },
  VEHICLE_BRAKE_TEST: { word: msg`Brake test`, ...check },
  VEHICLE_PRESSURE_TEST: { word: msg`Pressure test`, ...check },
  VEHICLE_FRC_CERTIFICATE: { word: msg`FRC certificate`, ...check },
  VEHICLE_HYDRAULIC_INSPECTION: { word: msg`Hydraulic inspection`, ...check },
  VEHICLE_LIFT_OPS_EQUIP_REGULATIONS: { word: msg`Lifting equipment check`, ...check },
  VEHICLE_TACHOGRAPH_CALIBRATION: { word: msg`Tachograph calibration`, ...check },
  VEHICLE_CLEANING: { word: msg`Cleaning`, tone: 'teal', icon: Sparkles },
  VEHICLE_HIRE: { word: msg`Hired out`, ...absent },
  VEHICLE_OTHER: { word: msg`Other`, ...repair },
  SUBCONTRACTOR_HOLIDAY: { word: msg`Holiday`, ...free },
  SUBCONTRACTOR_SICKNESS: { word: msg`Sickness`, ...ill },
  SUBCONTRACTOR_OTHER: { word: msg`Other`, ...absent },
}

/** Badge of a reason. Unknown ones show their code (COMPAT-4). */
export function useReasonBadge(): (reason: string) => { word: string; tone: Tone; icon: IconComponent } {
  const { t } = useLingui()
  return (reason) => {
    const badge = Object.hasOwn(reasonBadges, reason) ? reasonBadges[reason]! : undefined
    if (!badge) return { word: textOfCode(reason), tone: 'grey', icon: CircleHelp }
    return { word: t(badge.word), tone: badge.tone, icon: badge.icon }
  }
}

/** Reasons of a kind of resource, for a menu. */
export function reasonsFor(type: string): string[] {
  const first = type === 'DRIVER' ? 'DRIVER_' : type === 'SUBCONTRACTOR' ? 'SUBCONTRACTOR_' : 'VEHICLE_'
  return Object.keys(reasonBadges).filter((reason) => reason.startsWith(first))
}

/** A reason as icon, label and colour. */
export function UnavailabilityReason({ reason }: { reason: string }) {
  return <StatusBadge badge={useReasonBadge()(reason)} />
}
