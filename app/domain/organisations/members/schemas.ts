import { z } from "zod";
import { m } from "#messages";
import { memberRoles } from "./words.ts";

export const memberRole = z.enum(memberRoles, { error: m.checks_member_role_required });
