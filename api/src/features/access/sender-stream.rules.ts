/** The money boundary of one sender (architecture §3). */
export const senderStream = (uid: string) => `sender-${uid}`;
