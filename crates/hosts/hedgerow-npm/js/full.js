// The modules of the whole package: one for text, and one for bytes and streams.

import { Border } from "./border.js";

export const bytes = new Border();

export const border = new Border(bytes);
