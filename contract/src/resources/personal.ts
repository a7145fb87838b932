/**
 * Members of a driver that are no one's business but of those who plan: how to reach the person, where the day begins,
 * which is usually home, and the date of birth. `email` and `home_address` are what messages to partners call them. First
 * and last name are what the driver is known by, and stay.
 */
export const personalMembers = [
  'date_of_birth',
  'email_address',
  'email',
  'phone_number',
  'start_stop_location',
  'home_address',
] as const
