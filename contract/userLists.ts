// Filters and orders of the list of users: the web app reads them from an address before it loads the list.

/** `invited`: no password chosen yet. */
export const userStatuses = ['active', 'invited', 'inactive'] as const;
export const userOrders = ['name', 'email', 'role', 'business_unit', 'created_at', 'last_seen_at'] as const;
