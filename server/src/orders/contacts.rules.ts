/** Members of an order that reach people: contacts of stops, addresses that are informed. */
export const contactMembers = ['email', 'phone_number', 'mobile_number', 'contact_emails', 'emails'] as const
