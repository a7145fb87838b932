import { type Message, msg, type Sentence } from '@cartage/contract/message'

const labels: Readonly<Record<string, Message>> = {
  DRIVER_HOLIDAY: msg`Holiday`,
  DRIVER_SICKNESS: msg`Sickness`,
  DRIVER_TRAINING: msg`Training`,
  DRIVER_RECUP: msg`Time off in lieu`,
  DRIVER_PUBLIC_HOLIDAY: msg`Public holiday`,
  DRIVER_MEDICAL_EXAM: msg`Medical exam`,
  DRIVER_WORK_ACCIDENT: msg`Work accident`,
  DRIVER_PARENTAL_LEAVE: msg`Parental leave`,
  DRIVER_SOCIAL_LEAVE: msg`Social leave`,
  DRIVER_UNION_LEAVE: msg`Union leave`,
  DRIVER_FUNERAL: msg`Funeral`,
  DRIVER_JOB_APPLICATION_LEAVE: msg`Job application`,
  DRIVER_LATE_START_EARLY_LEAVE: msg`Late start or early leave`,
  DRIVER_OFF_SHIFT_PATTERN: msg`Off by shift pattern`,
  DRIVER_SHIFT_PATTERN: msg`Shift pattern`,
  DRIVER_REDUCED_WORKING_HOURS_SCHEME: msg`Reduced hours`,
  DRIVER_TEMPORARY_UNEMPLOYMENT: msg`Temporary unemployment`,
  DRIVER_UNAUTHORISED_ABSENCE: msg`Unauthorised absence`,
  DRIVER_OTHER: msg`Other`,
  VEHICLE_MAINTENANCE: msg`Maintenance`,
  VEHICLE_REPAIR: msg`Repair`,
  VEHICLE_SERVICE: msg`Service`,
  VEHICLE_OFF_ROAD: msg`Off the road`,
  VEHICLE_INSPECTION: msg`Inspection`,
  VEHICLE_MOT_TEST: msg`MOT test`,
  VEHICLE_BRAKE_TEST: msg`Brake test`,
  VEHICLE_PRESSURE_TEST: msg`Pressure test`,
  VEHICLE_FRC_CERTIFICATE: msg`FRC certificate`,
  VEHICLE_HYDRAULIC_INSPECTION: msg`Hydraulic inspection`,
  VEHICLE_LIFT_OPS_EQUIP_REGULATIONS: msg`Lifting equipment check`,
  VEHICLE_TACHOGRAPH_CALIBRATION: msg`Tachograph calibration`,
  VEHICLE_CLEANING: msg`Cleaning`,
  VEHICLE_HIRE: msg`Hired out`,
  VEHICLE_OTHER: msg`Other`,
  SUBCONTRACTOR_HOLIDAY: msg`Holiday`,
  SUBCONTRACTOR_SICKNESS: msg`Sickness`,
  SUBCONTRACTOR_OTHER: msg`Other`,
}

/** FIT-9: label of the reason for an absence; an unknown reason is unchanged (COMPAT-4). */
export function absenceLabel(reason: string): Sentence {
  return labels[reason] ?? reason
}
