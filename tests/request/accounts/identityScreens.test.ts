import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { users } from "#app/db/schema/accounts/users.ts";
import { action as forgotPassword } from "#app/routes/auth/forgotPassword.tsx";
import { action as signInScreen } from "#app/routes/auth/login.tsx";
import { action as signOutScreen } from "#app/routes/auth/logout.tsx";
import { action as resetScreen } from "#app/routes/auth/resetPassword.tsx";
import { action as signUpScreen } from "#app/routes/auth/signup.tsx";
import { action as verifyScreen } from "#app/routes/auth/verifyOtp.tsx";
import { goodPassword, join, signUp, signUpPayload } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();
beforeAll(async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  await join(platform, "asha@duka.test");
});
afterAll(() => void vi.restoreAllMocks());

/** One API that responds with nothing, and one that is unreachable. */
const silentApi = async () => new Response("", { status: 500 });
const noApi = async () => {
  throw new Error("connection refused");
};
const signUpFields = (email: string) => {
  const { usertype: _, agreedToTerms: __, ...fields } = signUpPayload(email);
  return { ...fields, confirmPassword: fields.password, agreedToTerms: "on" };
};
const asha = { email: "asha@duka.test", password: goodPassword };

describe("the sign-in screen", () => {
  it.each([
    ["/login", "/dashboard"],
    ["/signin", "/dashboard"],
    ["/login?from=%2Factivity%3Ftype%3Dlogin", "/activity?type=login"],
    ["/login?from=https%3A%2F%2Fevil.test", "/dashboard"],
    ["/login?from=%2F%2Fevil.test", "/dashboard"],
    ["/login?from=%2F%09%2Fevil.test", "/dashboard"],
    ["/login?from=%2Fadmin", "/dashboard"],
    ["/login?from=%2Flogout", "/dashboard"],
  ])("%s leads to %s, with a session and a toast", async (path, to) => {
    const answer = await postForm(platform, signInScreen, formRequest(path, asha));
    expect(answer).toMatchObject({ status: 302, location: to });
    expect(answer.cookies.join()).toMatch(/tarishi_session=.*/);
    expect(answer.cookies.join()).toContain('"text":"Login successful!"');
  });

  it("leads an administrator to the console", async () => {
    await join(platform, "staff@duka.test");
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ usertype: "admin" }).where(eq(users.email, "staff@duka.test")),
    );
    for (const from of ["", "?from=%2Fdashboard"]) {
      const request = formRequest(`/login${from}`, { email: "staff@duka.test", password: goodPassword });
      expect((await postForm(platform, signInScreen, request)).location).toBe("/admin");
    }
  });

  it("keeps the typed values except the password, and shows the server's error", async () => {
    const request = formRequest("/login", { ...asha, password: "not-the-one" });
    const answer = await postForm(platform, signInScreen, request);
    expect(answer).toMatchObject({ status: 400, errors: { "": ["Invalid email or password."] } });
    expect(answer.payload).toEqual({ email: "asha@duka.test" });
  });

  it("shows a default error where the server sends none", async () => {
    for (const api of [silentApi, noApi]) {
      const answer = await postForm(platform, signInScreen, formRequest("/login", asha), api);
      expect(answer.errors).toEqual({ "": ["An error occurred during login."] });
    }
  });

  it.each([
    [
      { email: "", password: "" },
      { email: ["Email is required"], password: ["Password is required"] },
    ],
    [
      { email: "x", password: "12345" },
      { email: ["Email is invalid"], password: ["Password must be at least 6 characters"] },
    ],
  ])("checks %o before any call", async (fields, errors) => {
    expect(await postForm(platform, signInScreen, formRequest("/login", fields), noApi)).toMatchObject({
      status: 400,
      errors,
    });
  });

  it("leads an unverified user to the code screen, with their address in otp_email", async () => {
    await signUp(platform, "later@duka.test");
    const request = formRequest("/login", { email: "later@duka.test", password: goodPassword });
    const answer = await postForm(platform, signInScreen, request);
    expect(answer.location).toBe("/verify-otp");
    expect(answer.cookies.join()).toContain("otp_email=later@duka.test");
    expect(answer.cookies.join()).toContain("Please verify your email first.");
  });
});

describe("the sign-up screen", () => {
  it("stores the address in otp_email, shows the success message and continues", async () => {
    const answer = await postForm(
      platform,
      signUpScreen,
      formRequest("/signup", signUpFields("new@duka.test")),
    );
    expect(answer).toMatchObject({ status: 302, location: "/signup?done" });
    expect(answer.cookies.join()).toMatch(/otp_email=new@duka\.test; Path=\/; SameSite=Lax; Max-Age=86400/);
    expect(answer.cookies.join()).toContain(
      "Registration Successful! Please check your email for the verification OTP.",
    );
  });

  it.each([
    [{ firstName: "" }, "firstName", "Please fill in all required fields."],
    [{ confirmPassword: "another-one-1" }, "confirmPassword", "Passwords do not match."],
    [{ agreedToTerms: "" }, "agreedToTerms", "You must agree to the terms and conditions."],
  ])("refuses %o before any call", async (wrong, field, message) => {
    const request = formRequest("/signup", { ...signUpFields("wrong@duka.test"), ...wrong });
    const answer = await postForm(platform, signUpScreen, request, noApi);
    expect(answer.status).toBe(400);
    expect(answer.errors[field]).toEqual([message]);
    expect(answer.payload).not.toHaveProperty("password");
  });

  it("shows a default error where the server sends none", async () => {
    const request = formRequest("/signup", signUpFields("silent@duka.test"));
    const answer = await postForm(platform, signUpScreen, request, silentApi);
    expect(answer.errors).toEqual({ "": ["Registration failed. Please try again."] });
  });

  it("shows the same page to a bot that fills the hidden field, and creates no account", async () => {
    const fields = { ...signUpFields("bot@duka.test"), company_website: "https://spam.test" };
    expect((await postForm(platform, signUpScreen, formRequest("/signup", fields))).location).toBe(
      "/signup?done",
    );
    const found = await platform.services.db.withSystem((tx) =>
      tx.select().from(users).where(eq(users.email, "bot@duka.test")),
    );
    expect(found).toEqual([]);
  });
});

describe("the page for a forgotten password", () => {
  it("responds to a bot that fills the hidden field as to people, and sends nothing", async () => {
    await signUp(platform, "target@duka.test");
    const ask = (fields: Record<string, string>) =>
      postForm(
        platform,
        forgotPassword,
        formRequest("/forgot-password", { email: "target@duka.test", ...fields }),
      );
    const enqueued = vi.spyOn(platform.services.jobs, "enqueue");
    const toProgram = await ask({ company_website: "https://spam.test" });
    expect(enqueued).not.toHaveBeenCalled();
    const toPerson = await ask({ company_website: "" });
    expect(enqueued).toHaveBeenCalledOnce();
    expect(toProgram).toEqual(toPerson);
    enqueued.mockRestore();
  });
});

describe("the verification screen", () => {
  it("accepts a code with spaces, confirms it and continues to the sign-in, which keeps the address", async () => {
    const otp = await signUp(platform, "code@duka.test");
    const fields = { intent: "verify", email: "code@duka.test", otp: `${otp.slice(0, 3)} ${otp.slice(3)}` };
    const answer = await postForm(platform, verifyScreen, formRequest("/verify-otp", fields));
    expect(answer.location).toBe("/verify-otp?done");
    expect(answer.cookies.join()).toContain("Email verified successfully! Redirecting...");
    expect(answer.cookies.join()).not.toContain("otp_email");
    const signedIn = formRequest("/login", { email: "code@duka.test", password: goodPassword });
    const { cookies } = await postForm(platform, signInScreen, signedIn);
    expect(cookies.join()).toMatch(/otp_email=; .*Max-Age=0/);
  });

  it.each(["", "12345", "abcdef"])("asks for the complete code given %j", async (otp) => {
    const fields = { intent: "verify", email: "code@duka.test", otp };
    const answer = await postForm(platform, verifyScreen, formRequest("/verify-otp", fields), noApi);
    expect(answer.errors.otp).toEqual(["Please enter the complete 6-digit OTP code"]);
  });

  it("shows an error for a failed verification and a failed resend", async () => {
    const fields = { email: "code@duka.test", otp: "123456" };
    const failed = async (intent: string) =>
      (await postForm(platform, verifyScreen, formRequest("/verify-otp", { ...fields, intent }), silentApi))
        .errors;
    expect(await failed("verify")).toEqual({ "": ["Verification failed. Please try again."] });
    expect(await failed("resend")).toEqual({ "": ["Failed to resend OTP"] });
    const notVerified = async () => Response.json({ isVerified: false, message: "" });
    const request = formRequest("/verify-otp", { ...fields, intent: "verify" });
    const answer = await postForm(platform, verifyScreen, request, notVerified);
    expect(answer.errors).toEqual({ "": ["Verification failed"] });
  });

  it("confirms that a new code was sent", async () => {
    const request = formRequest("/verify-otp", { intent: "resend", email: "resend@duka.test" });
    const answer = await postForm(platform, verifyScreen, request);
    expect(answer.location).toBe("/verify-otp");
    expect(answer.cookies.join()).toContain("New OTP sent to your email");
  });
});

describe("signing out and resetting a password", () => {
  it("leads to /signin", async () => {
    const request = formRequest("/logout", {});
    expect((await postForm(platform, signOutScreen, request)).location).toBe("/signin");
  });

  it("stays on the page when signing out fails, and logs the error", async () => {
    const answer = await postForm(platform, signOutScreen, formRequest("/logout", {}), silentApi);
    expect(answer.location).toBe("/logout");
    expect(console.error).toHaveBeenCalledWith("Logout failed", {
      requestId: "request",
      err: expect.objectContaining({ status: 500 }),
    });
  });

  it("requires a valid address before a link is sent", async () => {
    const answer = await postForm(
      platform,
      forgotPassword,
      formRequest("/forgot-password", { email: "x y@z" }),
      noApi,
    );
    expect(answer.errors.email).toEqual(["Email is invalid"]);
  });

  it("requires the new password twice", async () => {
    const fields = { password: "ugali-sukuma-9", confirmPassword: "ugali" };
    const answer = await postForm(
      platform,
      resetScreen,
      formRequest("/reset-password?token=x", fields),
      noApi,
    );
    expect(answer.errors.confirmPassword).toEqual(["Passwords do not match"]);
  });
});
