/** Path of the browser of the browser suites and measurements. */
export declare const CHROMIUM: string;
