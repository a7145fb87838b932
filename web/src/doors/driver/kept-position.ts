/** The driver's sharing choice on this phone. */
export interface KeptSharing {
  is_on: boolean
  /** In the phone's clock. */
  decided_at: string
  clock_offset_ms: number | null
  /** Whether the server has received it. */
  is_said: boolean
}

/** Position of the phone, until it is sent. */
export interface KeptFix {
  recorded_at: string
  clock_offset_ms: number | null
  latitude: number
  longitude: number
  accuracy_m: number
}
