/** Receiving platforms; the values are the labels (specification §9). */
export const PLATFORMS = ['Cash App', 'Zelle', 'PayPal', 'Chime', 'Apple Pay', 'Venmo'] as const;
export type Platform = (typeof PLATFORMS)[number];
