import { type Said, type Sentence, said } from '@cartage/contract/said'

const words: Readonly<Record<string, Said>> = {
  DRIVER_HOLIDAY: said`Holiday`,
  DRIVER_SICKNESS: said`Sickness`,
  DRIVER_TRAINING: said`Training`,
  DRIVER_RECUP: said`Time off in lieu`,
  DRIVER_PUBLIC_HOLIDAY: said`Public holiday`,
  DRIVER_MEDICAL_EXAM: said`Medical exam`,
  DRIVER_WORK_ACCIDENT: said`Work accident`,
  DRIVER_PARENTAL_LEAVE: said`Parental leave`,
  DRIVER_SOCIAL_LEAVE: said`Social leave`,
  DRIVER_UNION_LEAVE: said`Union leave`,
  DRIVER_FUNERAL: said`Funeral`,
  DRIVER_JOB_APPLICATION_LEAVE: said`Job application`,
  DRIVER_LATE_START_EARLY_LEAVE: said`Late start or early leave`,
  DRIVER_OFF_SHIFT_PATTERN: said`Off by shift pattern`,
  DRIVER_SHIFT_PATTERN: said`Shift pattern`,
  DRIVER_REDUCED_WORKING_HOURS_SCHEME: said`Reduced hours`,
  DRIVER_TEMPORARY_UNEMPLOYMENT: said`Temporary unemployment`,
  DRIVER_UNAUTHORISED_ABSENCE: said`Unauthorised absence`,
  DRIVER_OTHER: said`Other`,
  VEHICLE_MAINTENANCE: said`Maintenance`,
  VEHICLE_REPAIR: said`Repair`,
  VEHICLE_SERVICE: said`Service`,
  VEHICLE_OFF_ROAD: said`Off the road`,
  VEHICLE_INSPECTION: said`Inspection`,
  VEHICLE_MOT_TEST: said`MOT test`,
  VEHICLE_BRAKE_TEST: said`Brake test`,
  VEHICLE_PRESSURE_TEST: said`Pressure test`,
  VEHICLE_FRC_CERTIFICATE: said`FRC certificate`,
  VEHICLE_HYDRAULIC_INSPECTION: said`Hydraulic inspection`,
  VEHICLE_LIFT_OPS_EQUIP_REGULATIONS: said`Lifting equipment check`,
  VEHICLE_TACHOGRAPH_CALIBRATION: said`Tachograph calibration`,
  VEHICLE_CLEANING: said`Cleaning`,
  VEHICLE_HIRE: said`Hired out`,
  VEHICLE_OTHER: said`Other`,
  SUBCONTRACTOR_HOLIDAY: said`Holiday`,
  SUBCONTRACTOR_SICKNESS: said`Sickness`,
  SUBCONTRACTOR_OTHER: said`Other`,
}

/** FIT-9: why a resource is away, as people say it; a reason that is unknown here stays as it is (COMPAT-4). */
export function absenceWord(reason: string): Sentence {
  return words[reason] ?? reason
}
