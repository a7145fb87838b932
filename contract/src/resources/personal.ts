/**
 * Personal members of a driver that only planners may see: contact details, the start of the day, which is usually
 * home, and the date of birth. `email` and `home_address` are their names in messages to partners. First and last name
 * identify the driver, and stay.
 */
export const personalMembers = [
  'date_of_birth',
  'email_address',
  'email',
  'phone_number',
  'start_stop_location',
  'home_address',
] as const
