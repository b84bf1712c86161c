export declare const module: string;
